import type { ReportFault } from '../../../nodes/SmsMessaging/parameters/values';

/** Takes note of faults, as `field reason`. */
export function faultList(): { report: ReportFault; faults: string[] } {
	const faults: string[] = [];
	return { report: (field, reason) => void faults.push(`${field} ${reason}`), faults };
}
