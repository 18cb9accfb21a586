import type { ReportFault } from '../../../nodes/SmsMessaging/fields/values';

/** Takes note of faults, as `field reason`. */
export function faultList(): { report: ReportFault; faults: string[] } {
	const faults: string[] = [];
	return { report: (field, reason) => void faults.push(`${field} ${reason}`), faults };
}
