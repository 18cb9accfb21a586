/**
 * The messages that every way of sending sends: number `index` of a list has its own destination and its own text. The gateway
 * checks what it gets against these, so whatever a workflow generates must match them.
 */
export const SENDER = 'DemoShop';

const TO_PREFIX = '4366';
const FIRST_TO = 10_000_000;

export function toOf(index: number): string {
	return `${TO_PREFIX}${FIRST_TO + index}`;
}

/** The place of a destination in the list; NaN or out of range if it is not in the list. */
export function indexOfTo(to: unknown): number {
	return typeof to === 'string' && to.startsWith(TO_PREFIX) ? Number(to.slice(TO_PREFIX.length)) - FIRST_TO : NaN;
}

export function textOf(index: number): string {
	return `Your order ${FIRST_TO + index} is on its way and arrives today.`;
}

/** The five further options of a message, as they are in a request. */
export const FURTHER_FIELDS = ['callbackData', 'notifyUrl', 'validityPeriod', 'transliteration', 'flash'] as const;
type FurtherField = (typeof FURTHER_FIELDS)[number];

export function furtherOf(index: number): Record<FurtherField, string | number | boolean> {
	return {
		callbackData: `order ${FIRST_TO + index}`,
		notifyUrl: `https://reports.example.com/${index}`,
		validityPeriod: 60 + (index % 100),
		transliteration: index % 2 === 0 ? 'TURKISH' : 'GREEK',
		flash: index % 3 === 0,
	};
}

/** JavaScript for a Code node that outputs the list, one item per message. */
export function codeOfItems(count: number, withFurther = false): string {
	const further = `
			callbackData: 'order ' + (${FIRST_TO} + index),
			notifyUrl: 'https://reports.example.com/' + index,
			validityPeriod: 60 + (index % 100),
			transliteration: index % 2 === 0 ? 'TURKISH' : 'GREEK',
			flash: index % 3 === 0,`;
	return `const items = [];
for (let index = 0; index < ${count}; index++) {
	items.push({
		json: {
			to: '${TO_PREFIX}' + (${FIRST_TO} + index),
			from: '${SENDER}',
			text: 'Your order ' + (${FIRST_TO} + index) + ' is on its way and arrives today.',${withFurther ? further : ''}
		},
	});
}
return items;`;
}
