import { ERRORS, STATUSES, errorOf, statusOf, type MessageError, type Status } from './catalogue';

/** The outcome that a destination address asks for. */
export type Fate =
	| { kind: 'rejected'; status: Readonly<Status> }
	| { kind: 'final'; status: Readonly<Status>; error: Readonly<MessageError>; slow?: boolean }
	| { kind: 'never' };

const NO_ERROR = errorOf(0);

const DELIVERED: Fate = { kind: 'final', status: statusOf(5), error: NO_ERROR };
const SLOW: Fate = { kind: 'final', status: statusOf(5), error: NO_ERROR, slow: true };
const EXPIRED: Fate = { kind: 'final', status: statusOf(15), error: errorOf(4101) };
const NEVER: Fate = { kind: 'never' };
const INVALID: Fate = { kind: 'rejected', status: statusOf(52) };
const PREFIX_MISSING: Fate = { kind: 'rejected', status: statusOf(8) };

/** The error of a simulated final status. */
export function errorWith(status: Readonly<Status>): Readonly<MessageError> {
	if (status.groupName === 'DELIVERED' || status.groupName === 'REJECTED') return NO_ERROR;
	return status.groupName === 'EXPIRED' ? errorOf(4101) : errorOf(32);
}

/**
 * The outcome for a destination address (digits; a leading + is allowed). North America has no area code 999: numbers
 * that begin with 199901…199906 simulate failures (README: Destination numbers). Codes not in the catalogue are delivered.
 */
export function fateOf(to: string): Fate {
	if (!/^\+?\d{5,15}$/.test(to)) return INVALID;
	const digits = to.replace('+', '');
	if (digits.startsWith('0')) return PREFIX_MISSING;
	if (!digits.startsWith('19990')) return DELIVERED;
	const code = digits.slice(6);
	switch (digits[5]) {
		case '1': {
			const status = STATUSES.get(Number(code.slice(0, 3)));
			return status?.groupName === 'REJECTED' ? { kind: 'rejected', status } : DELIVERED;
		}
		case '2': {
			const error = ERRORS.get(Number(code.slice(0, 4)));
			return error && error.id > 0 ? { kind: 'final', status: statusOf(9), error } : DELIVERED;
		}
		case '3':
			return EXPIRED;
		case '4':
			return SLOW;
		case '5':
			return NEVER;
		case '6': {
			const status = STATUSES.get(Number(code.slice(0, 3)));
			return status && status.groupId > 1 ? { kind: 'final', status, error: errorWith(status) } : DELIVERED;
		}
		default:
			return DELIVERED;
	}
}
