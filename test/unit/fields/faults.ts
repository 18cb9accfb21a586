import type { AddFault } from '../../../nodes/SmsMessaging/parameters/values';

/** Takes note of faults, as `field reason`. */
export function faultList(): { addFault: AddFault; faults: string[] } {
	const faults: string[] = [];
	return { addFault: (field, reason) => void faults.push(`${field} ${reason}`), faults };
}
