import { ExpressionParser, type IExecuteFunctions } from 'n8n-workflow';

import type { ReadParameter } from './items';
import { describe } from './values';

/** Private-use characters. Always the same, since n8n keeps every expression that it has compiled. */
const MARK = '\uE5A5\uE5A6';
const MARK_CHUNK: ExpressionParser.ExpressionChunk = { type: 'text', text: MARK };
/** A line break may be what the expression is for. */
const EMPTY = /^[^\S\r\n]*$/;

/**
 * A reader that reports a fault if an expression within a text is empty, as in `Hello {{ $json.name }}, welcome`. The engine
 * evaluates the text once, with a mark on either side of each expression; the text between two marks is the expression's result.
 * Only whole `{{ }}` are checked, not the values in them.
 */
export function refusingEmptyExpressions(
	context: IExecuteFunctions,
	read: ReadParameter,
	parameter: string,
): ReadParameter {
	const raw: unknown = context.getNodeParameter(parameter, 0, '', { rawExpressions: true });
	if (typeof raw !== 'string' || !raw.startsWith('=')) return read;
	const chunks = ExpressionParser.splitExpression(raw.slice(1));
	const codes = chunks.filter((chunk) => chunk.type === 'code');
	const texts = chunks.filter((chunk) => chunk.type === 'text');
	// One that is the whole text keeps its type, and an empty text is a fault anyway
	const isWhole = codes.length === 1 && texts.every(({ text }) => text === '');
	if (isWhole || !codes.every(({ hasClosingBrackets }) => hasClosingBrackets)) return read;

	const expressions = codes.map((code) => describe(ExpressionParser.joinExpression([code])));
	const marked = ExpressionParser.joinExpression(
		chunks.flatMap((chunk) => (chunk.type === 'code' ? [MARK_CHUNK, chunk, MARK_CHUNK] : [chunk])),
	);
	return (name, itemIndex, addFault) => {
		if (name !== parameter) return read(name, itemIndex, addFault);
		// Texts and values in turn
		const pieces = String(context.evaluateExpression(marked, itemIndex)).split(MARK);
		// A value contains the mark itself
		if (pieces.length !== 2 * expressions.length + 1) return read(name, itemIndex, addFault);
		const empty = expressions.filter((_, index) => EMPTY.test(pieces[2 * index + 1]!));
		if (empty.length > 0)
			addFault?.(
				parameter,
				`contains an empty expression: ${[...new Set(empty)].join(', ')}; to send it anyway, set Safeguards → If an Expression Is Empty to Send Anyway`,
			);
		return pieces.join('');
	};
}
