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
const ALTERING = /^(?:sort|reverse|shift|unshift|push|pop|splice|fill|copyWithin)$/;
/** What gives its own object back. */
const GIVES_ITSELF = /^(?:sort|reverse|fill|copyWithin)$/;
/** What makes a new list or object. */
const GIVES_NEW =
	/^(?:split|match(?:All)?|exec|map|filter|slice|splice|concat|flat(?:Map)?|to(?:Sorted|Reversed|Spliced)|with|keys|values|entries|from(?:Entries)?|of|parse|structuredClone|Array|unique|compact|union|intersection|difference|chunk|pluck)$/;

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

/** Whether it certainly is no data, but made by the code itself, as the list in `$json.name.split(' ').pop()`. */
function isNew(node: AnyNode | null | undefined, parts: AnyNode[], known: readonly string[] = []): boolean {
	const isToo = (other: AnyNode | null | undefined) => isNew(other, parts, known);
	switch (node?.type) {
		case 'ArrayExpression':
		case 'ObjectExpression':
		case 'NewExpression':
			return true;
		case 'ChainExpression':
			return isToo(node.expression);
		case 'LogicalExpression':
			return isToo(node.left) && isToo(node.right);
		case 'ConditionalExpression':
			return isToo(node.consequent) && isToo(node.alternate);
		case 'AssignmentExpression':
			return isToo(node.right);
		case 'Identifier': {
			if (known.includes(node.name)) return true;
			const values = parts.flatMap((part) => valuesOf(node.name, part, parts));
			return values.length > 0 && values.every((value) => isNew(value, parts, [...known, node.name]));
		}
		case 'CallExpression': {
			const name = calledName(node) ?? '';
			if (name === 'assign') return isToo(node.arguments[0]);
			if (name === 'reduce') return isToo(node.arguments[1]);
			if (GIVES_ITSELF.test(name)) return node.callee.type === 'MemberExpression' && isToo(node.callee.object);
			return GIVES_NEW.test(name);
		}
		default:
			return false;
	}
}

const argumentsOf = (node: AnyNode): AnyNode[] => (node.type === 'CallExpression' ? node.arguments : []);

/** What a part of the code gives to a variable; undefined for something that may be data. */
function valuesOf(variable: string, node: AnyNode, parts: AnyNode[]): Array<AnyNode | null | undefined> {
	const isIn = (pattern: AnyNode) =>
		partsOf(pattern).some((part) => part.type === 'Identifier' && part.name === variable);
	switch (node.type) {
		case 'VariableDeclarator':
			return isIn(node.id) ? [node.id.type === 'Identifier' ? node.init : undefined] : [];
		case 'AssignmentExpression':
			if (node.left.type === 'MemberExpression') return [];
			return isIn(node.left) ? [node.left.type === 'Identifier' ? node.right : undefined] : [];
		case 'ArrowFunctionExpression':
		case 'FunctionExpression':
		case 'FunctionDeclaration': {
			if (!node.params.some(isIn)) return [];
			// What reduce() collects in
			const call = parts.find((part) => calledName(part) === 'reduce' && argumentsOf(part)[0] === node);
			return [call !== undefined && isIn(node.params[0]!) ? argumentsOf(call)[1] : undefined];
		}
		default:
			return [];
	}
}

/** What leads to other items and to other nodes. */
const isShared = (node: AnyNode): boolean =>
	node.type === 'Identifier' && /^\$(?:|input|items|node|parameter|self)$/.test(node.name);

/** `$input.item` is the item itself. */
const isOwnItem = (node: AnyNode, name: string): boolean =>
	name === 'object' && node.type === 'MemberExpression' && nameOf(node) === 'item';

/** What evaluating an expression may change: only data of its own item, as `$json.parts.pop()` does, or more. */
export function alteredBy(raw: unknown): 'nothing' | 'item' | 'more' {
	if (typeof raw !== 'string') {
		const all = Object.values(raw ?? {}).map(alteredBy);
		return all.find((altered) => altered === 'more') ?? all.find((altered) => altered === 'item') ?? 'nothing';
	}
	let altered: 'nothing' | 'item' = 'nothing';
	for (const tree of treesIn(raw)) {
		if (tree === undefined) continue;
		const parts = partsOf(tree);
		for (const target of parts.map(alteredIn)) {
			if (target === undefined || isNew(target, parts)) continue;
			const own = partsOf(target, isOwnItem);
			const isOfData = own.some(
				({ type, ...node }) => type === 'Identifier' && 'name' in node && /^\$/.test(node.name),
			);
			if ((isOfData ? own : partsOf(tree, isOwnItem)).some(isShared)) return 'more';
			altered = 'item';
		}
	}
	return altered;
}

/** What may depend on the time, on chance, or on the execution, of which a Retry is another one. More is no harm. */
const VARYING = /now|today|date|interval|random|relative|inlast|execution|resume|runindex|uuid|evaluate/i;

/** What tells calls of an AI agent apart. n8n that gives calls an ID puts the model's arguments into the input, so that this tells them apart. */
export const OF_CALL = { withId: /^\$runIndex$/i, withoutId: /^\$(?:fromAI|runIndex)$/i };

/**
 * Whether it is an expression that may give something else each time.
 * @param ofCall of a call of an agent: what tells it from others
 */
export function isVarying(raw: unknown, ofCall?: RegExp): boolean {
	const trees = treesIn(raw);
	if (trees.includes(undefined)) return true;
	const parts = trees.flatMap((tree) => (tree === undefined ? [] : partsOf(tree)));
	const names = namesIn(parts);
	if (ofCall !== undefined && names.some((name) => ofCall.test(name))) return false;
	return names.some((name) => VARYING.test(name)) || parts.some(isChangingPart);
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
