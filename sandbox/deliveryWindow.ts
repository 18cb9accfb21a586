/** Days and hours in which a message may be sent (interface: DeliveryTimeWindow), in UTC. */
export interface DeliveryTimeWindow {
	days: string[];
	from?: TimeOfDay;
	to?: TimeOfDay;
}

export interface TimeOfDay {
	hour: number;
	minute: number;
}

export const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const DAY_MS = 86_400_000;

/** Minutes since midnight. */
export const minutesOf = ({ hour, minute }: TimeOfDay): number => hour * 60 + minute;

/**
 * The first moment, from `time` (milliseconds since the epoch) on, at which the window is open; `time` itself when it is open.
 * Without from and to the named days are open all day; the end is exclusive.
 */
export function nextOpening(window: DeliveryTimeWindow, time: number): number {
	const startMs = window.from ? minutesOf(window.from) * 60_000 : 0;
	const endMs = window.to ? minutesOf(window.to) * 60_000 : DAY_MS;
	const midnight = Math.floor(time / DAY_MS) * DAY_MS;
	// Day 7 is today's weekday again, for a window that has closed today and opens in a week.
	for (let day = 0; day <= 7; day++) {
		const start = midnight + day * DAY_MS;
		if (!window.days.includes(WEEKDAYS[new Date(start).getUTCDay()]!)) continue;
		if (time < start + endMs) return Math.max(time, start + startMs);
	}
	return time;
}
