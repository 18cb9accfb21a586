import { ExpressionParser } from 'n8n-workflow';

import { parse, type AnyNode, type Expression, type Program, type SpreadElement } from '../libraries/acorn';

/** The parts of an expression as n8n stores it: text, and the code between {{ and }}. */
export const chunksOf = (raw: unknown): ExpressionParser.ExpressionChunk[] =>
	typeof raw === 'string' && raw.startsWith('=') ? ExpressionParser.splitExpression(raw.slice(1)) : [];

/** @returns undefined for code that is no JavaScript, though n8n may be able to read it */
function treeOf(code: string): Program | undefined {
	// {{ { a: 1 } }} is an object
	for (const text of [`(${code}\n)`, code]) {
		try {
			return parse(text, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
		} catch {}
	}
	return undefined;
}

/** The code between {{ and }}. */
const treesIn = (raw: unknown): Array<Program | undefined> =>
	chunksOf(raw).flatMap(({ type, text }) => (type === 'code' ? [treeOf(text)] : []));

const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value;

/** This part of the code and all within it. The names of properties are not parts. */
function partsOf(node: AnyNode, isLeftOut: (node: AnyNode, name: string) => boolean = () => false): AnyNode[] {
	const parts = Object.entries(node).flatMap(([name, value]) => {
		const isName = (name === 'property' || name === 'key') && 'computed' in node && !node.computed;
		return isName || isLeftOut(node, name) ? [] : [value as unknown].flat().filter(isNode);
	});
	return [node, ...parts.flatMap((part) => partsOf(part, isLeftOut))];
}

/** The name of a property, however it is written: a.name, a['name'], { name: 1 }, { 'name': 1 }. Undefined if only n8n can tell. */
function nameOf(node: Extract<AnyNode, { type: 'MemberExpression' | 'Property' }>): string | undefined {
	const key = node.type === 'Property' ? node.key : node.property;
	if (key.type === 'Identifier' && !node.computed) return key.name;
	return key.type === 'Literal' ? String(key.value) : undefined;
}

/** The function or method that is called. */
function calledName(node: AnyNode): string | undefined {
	if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
	const { callee } = node;
	if (callee.type === 'MemberExpression') return nameOf(callee);
	return callee.type === 'Identifier' ? callee.name : undefined;
}

/** What is named or called. */
const namesIn = (parts: AnyNode[]): string[] =>
	parts.flatMap((node) => (node.type === 'Identifier' ? [node.name] : (calledName(node) ?? [])));

/** Whether it certainly gives something else in each try, or on another day. */
function isChangingPart(node: AnyNode): boolean {
	if (node.type === 'Identifier') return /^\$(?:now|today|execution|resume\w+)$/.test(node.name);
	if (node.type === 'MemberExpression')
		return (
			node.object.type === 'Identifier' &&
			/^(?:Math|Date|DateTime|crypto)$/.test(node.object.name) &&
			/^(?:now|random.*|getRandomValues)$/.test(nameOf(node) ?? '')
		);
	if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
	const name = calledName(node) ?? '';
	const [first] = node.arguments;
	if (name === 'Date') return node.type === 'CallExpression' || first === undefined;
	// DateTime.local(2026, 1, 31) stays
	if (name === 'local' || name === 'utc') return first === undefined || first.type === 'ObjectExpression';
	return /^(?:now|random(?:Item|Int|UUID|Bytes)?|uuid(?:v\d)?|diff(?:To)?Now)$/.test(name);
}

/** Conditions only choose between values. */
const isCondition = (node: AnyNode, name: string): boolean =>
	node.type === 'BinaryExpression' ? /^[<>=!]=*$/.test(node.operator) : name === 'test';

const changes = (tree: AnyNode | undefined): boolean =>
	tree !== undefined && partsOf(tree, isCondition).some(isChangingPart);

/** Whether it is an expression that certainly gives something else in each try, or on another day. */
export const isChanging = (raw: unknown): boolean => treesIn(raw).some(changes);

/** Whether a text ends within the value of a destination's messageId. */
const endsInMessageId = (text: string): boolean =>
	/^messageId['"]?\s*:[^"',}\]]*(?:"[^"]*|'[^']*)?$/.test(text.slice(text.lastIndexOf('messageId')));

/** What an object, or an assignment to one, has as messageId. */
function messageIdIn(node: AnyNode): AnyNode[] {
	if (node.type === 'Property') return nameOf(node) === 'messageId' ? [node.value] : [];
	if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return [];
	return nameOf(node.left) === 'messageId' ? [node.right] : [];
}

/** Those in code, also by way of a variable. */
const messageIdsIn = (parts: AnyNode[]): AnyNode[] =>
	parts.flatMap(messageIdIn).flatMap((value) => [
		value,
		...parts.flatMap((part) => {
			if (part.type !== 'VariableDeclarator' || part.id.type !== 'Identifier' || value.type !== 'Identifier') return [];
			return part.id.name === value.name ? (part.init ?? []) : [];
		}),
	]);

/** Whether it is an expression for destinations, in which a message ID certainly changes. */
export function hasChangingId(to: unknown): boolean {
	let before = '';
	return chunksOf(to).some(({ type, text }) => {
		const isOfId = endsInMessageId(before);
		before += type === 'code' ? '…' : text;
		const tree = type === 'code' ? treeOf(text) : undefined;
		if (tree === undefined) return false;
		return isOfId ? changes(tree) : messageIdsIn(partsOf(tree)).some(changes);
	});
}

/** What changes the object that it is called on. */
const ALTERING =
	/^(?:sort|reverse|shift|unshift|push|pop|splice|fill|copyWithin|set(?:UTC)?(?:Date|Month|FullYear|Hours|Minutes|Seconds|Milliseconds)|setTime)$/;
/** What gives out a list of its own. */
const MAKES_LIST =
	/^(?:split|match|matchAll|map|filter|slice|concat|flat|flatMap|toSorted|toReversed|keys|values|entries|from)$/;

/** The object that this part of the code changes. */
function alteredIn(node: AnyNode): AnyNode | undefined {
	const ownerOf = (target: AnyNode) => (target.type === 'MemberExpression' ? target.object : undefined);
	switch (node.type) {
		case 'AssignmentExpression':
			return ownerOf(node.left) ?? partsOf(node.left).find(({ type }) => type === 'MemberExpression');
		case 'UpdateExpression':
			return ownerOf(node.argument);
		case 'UnaryExpression':
			return node.operator === 'delete' ? ownerOf(node.argument) : undefined;
		case 'CallExpression': {
			const name = calledName(node) ?? '';
			if (/^(?:assign|defineProperty|defineProperties|deleteProperty)$/.test(name)) return node.arguments[0];
			return ALTERING.test(name) ? ownerOf(node.callee) : undefined;
		}
		default:
			return undefined;
	}
}

/** Whether it is no data, as the list in `$json.name.split(' ').pop()`. */
function isOwnList(node: AnyNode): boolean {
	if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return true;
	if (node.type !== 'CallExpression') return false;
	const name = calledName(node) ?? '';
	if (MAKES_LIST.test(name)) return true;
	return /^(?:sort|reverse)$/.test(name) && node.callee.type === 'MemberExpression' && isOwnList(node.callee.object);
}

/** What leads to other items, to other nodes, and to further expressions. */
const BEYOND_ITEM = /^\$(?:|input|items?|node|getPairedItem|self|fromAI|parameter|evaluateExpression)$/;
const FURTHER = ['$parameter', '$evaluateExpression'];

/** What gives out a list of items. */
const ITEM_LISTS = /^(?:all|\$items|\$node)$/;

/** What an expression may alter: data of its item, data of any, or also lists of items. */
export type Altered = 'item' | 'items' | 'lists';

/** What evaluating a parameter may alter. */
export function alteredBy(raw: unknown): Altered | undefined {
	const all = typeof raw === 'string' ? treesIn(raw).map(alteredByCode) : Object.values(raw ?? {}).map(alteredBy);
	return (['lists', 'items', 'item'] as const).find((most) => all.includes(most));
}

function alteredByCode(tree: Program | undefined): Altered | undefined {
	if (tree === undefined) return 'lists';
	const parts = partsOf(tree);
	const names = namesIn(parts);
	const isAltering = parts.map(alteredIn).some((node) => node !== undefined && !isOwnList(node));
	const goesFurther = FURTHER.some((name) => names.includes(name));
	if (!isAltering && !goesFurther) return undefined;
	if (goesFurther || names.some((name) => ITEM_LISTS.test(name))) return 'lists';
	return names.some((name) => BEYOND_ITEM.test(name)) ? 'items' : 'item';
}

/** What may depend on the time, on chance, or on the execution, of which a Retry is another one. */
const VARYING = /now|today|dateTimeFormat|fromObject|random|relative|inLast|execution|resume|runIndex|uuid|evaluate/i;

/** Luxon takes from the day it runs on what a format lacks. */
function isCompletedByToday(node: AnyNode): boolean {
	if (node.type !== 'CallExpression' || !/^from(?:Format|String)$/.test(calledName(node) ?? '')) return false;
	const [, format] = node.arguments;
	return format?.type !== 'Literal' || !/[yDfF]/.test(String(format.value));
}

/** What tells calls of an AI agent apart. n8n that gives calls an ID puts the model's arguments into the input, so that this tells them apart. */
export const OF_CALL = { withId: /^\$runIndex$/i, withoutId: /^\$(?:fromAI|runIndex)$/i };

/** `$now.zoneName`, the default of time zones, is the same at any time. */
const isZone = (node: AnyNode, name: string): boolean =>
	name === 'object' && node.type === 'MemberExpression' && nameOf(node) === 'zoneName';

/**
 * Whether it is an expression that may give something else each time.
 * @param ofCall of a call of an agent: what tells it from others
 */
export function isVarying(raw: unknown, ofCall?: RegExp): boolean {
	const trees = treesIn(raw);
	if (trees.includes(undefined)) return true;
	const parts = trees.flatMap((tree) => (tree === undefined ? [] : partsOf(tree, isZone)));
	const names = namesIn(parts);
	if (ofCall !== undefined && names.some((name) => ofCall.test(name))) return false;
	return (
		names.some((name) => VARYING.test(name)) || parts.some((part) => isChangingPart(part) || isCompletedByToday(part))
	);
}

/** Names that are the same for every item. */
const OF_RUN =
	/^\$(?:|now|today|execution|resume\w+|workflow|vars|env|secrets|prevNode|runIndex|items|if|ifEmpty|min|max|not|jmes[pP]ath)$/;
/** Properties that lead to an item, and chance, by which each item may have another value. */
const OF_ITEM = /^(?:item(?:Matching)?|pairedItem|params|context)$|random|uuid|crypto/i;

/** Whether it is an expression that may have another value for each item. */
export const looksAtItem = (raw: unknown): boolean => !treesIn(raw).every((tree) => isOf(OF_RUN, tree));

/** Whether it has no expression, or one that looks at the clock only. n8n makes `$now` anew for each item, though one moment is meant. */
export const isOfClock = (raw: unknown): boolean =>
	typeof raw === 'string'
		? treesIn(raw).every((tree) => isOf(/^\$(?:now|today)$/, tree))
		: Object.values(raw ?? {}).every(isOfClock);

/** @param allowed the only names with a $ that may stand in the code */
function isOf(allowed: RegExp, tree: Program | undefined): boolean {
	const isOfOne = (node: AnyNode): boolean => {
		if (node.type === 'Identifier')
			return (node.name.startsWith('$') && !allowed.test(node.name)) || OF_ITEM.test(node.name);
		if (node.type === 'MemberExpression' || node.type === 'Property') return OF_ITEM.test(nameOf(node) ?? 'item');
		return node.type === 'ThisExpression';
	};
	return tree !== undefined && !partsOf(tree, allowed === OF_RUN ? isWholeInput : undefined).some(isOfOne);
}

/** `$input` itself knows the item, but in `$input.all()` it looks at none. */
const isWholeInput = (node: AnyNode, name: string): boolean =>
	name === 'object' &&
	node.type === 'MemberExpression' &&
	node.object.type === 'Identifier' &&
	node.object.name === '$input' &&
	/^(?:all|first|last)$/.test(nameOf(node) ?? '');

/** Whether code makes a date, a duration or an interval, of which 'Invalid …' is left if that fails. */
export function makesDate(code: string): boolean {
	const tree = treeOf(code);
	return (
		tree === undefined ||
		namesIn(partsOf(tree)).some((name) => /date|time|format|diff|interval|duration|zone|^\$(?:now|today)$/i.test(name))
	);
}

/** Whether code only refers to data, perhaps with methods, as in `$json.name.trim()`: then it is never empty on purpose. */
export function isReference(code: string): boolean {
	const [statement, ...others] = treeOf(code)?.body ?? [];
	return statement?.type === 'ExpressionStatement' && others.length === 0 && isChain(statement.expression);
}

function isChain(node: Expression | SpreadElement | { type: 'Super' }): boolean {
	switch (node.type) {
		case 'Identifier':
			return node.name.startsWith('$');
		case 'ChainExpression':
			return isChain(node.expression);
		case 'MemberExpression':
			return isChain(node.object) && (!node.computed || isLiteralOrChain(node.property as Expression));
		case 'CallExpression':
			return (
				node.arguments.every(isLiteralOrChain) &&
				(node.callee.type === 'Identifier' ? node.callee.name === '$' : isChain(node.callee))
			);
		default:
			return false;
	}
}

function isLiteralOrChain(node: Expression | SpreadElement): boolean {
	// -1
	if (node.type === 'UnaryExpression') return isLiteralOrChain(node.argument);
	return node.type === 'Literal' ? node.value !== '' : isChain(node);
}
