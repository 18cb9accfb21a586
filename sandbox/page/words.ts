import type { Message, Push } from './model';

export const STATUS_GROUPS = ['ACCEPTED', 'PENDING', 'DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED'];

const time = new Intl.DateTimeFormat(undefined, {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	fractionalSecondDigits: 3,
});
const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
/** With the zone, since a workflow may have another. */
const scheduled = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const numbers = new Intl.NumberFormat();

/** Some browsers cannot parse an offset without a colon. */
export const dateFrom = (at: string): Date => new Date(at.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));

export const timeOf = (at: string): string => time.format(dateFrom(at));
export const minuteOf = (at: string): string => minute.format(dateFrom(at));
export const dayOf = (at: string): string => day.format(dateFrom(at));
export const shortDayOf = (at: string): string => shortDay.format(dateFrom(at));
export const dateTimeOf = (at: string): string => dateTime.format(dateFrom(at));
export const scheduleOf = (at: string): string => scheduled.format(dateFrom(at));

/** A phone number with its plus; short codes and names as they are. */
export const withPlus = (number: string): string => (/^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number);

/** `1 message`, `10,000 messages`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
	return `${numbers.format(count)} ${count === 1 ? noun : plural}`;
}

/** `UNDELIVERABLE` → `Undeliverable`. */
export function groupLabel(group: string): string {
	return group.charAt(0) + group.slice(1).toLowerCase();
}

/** Until its send time, a scheduled message has the status PENDING_ACCEPTED. */
export function statusLabel({ status, sendAt, scheduled }: Message): string {
	if (scheduled === 'PAUSED') return 'Paused';
	return sendAt && status.name === 'PENDING_ACCEPTED'
		? `Scheduled for ${scheduleOf(sendAt)}`
		: groupLabel(status.groupName);
}

/** Whether a push has an answer other than 200, or a problem. */
export const hasFailed = ({ status, problem }: Push): boolean => status !== 200 && (status ?? problem) !== undefined;

/** The answer to a push in words. */
export function answerOf({ status, problem }: Push): string {
	if (status !== undefined) return `answered ${status}`;
	return problem ?? 'no answer yet';
}

/** The excerpt of a message in a list. */
export function excerptOf({ text, binary }: Message, length: number): string {
	const whole = text ?? binary?.hex ?? '';
	return whole.length > length ? `${whole.slice(0, length)}…` : whole;
}
