import type { Status } from './model';
import { groupLabel } from './words';

/** A status as a shape and a word: colour alone is not accessible. */
export function StatusMark({ status, label }: { status: Status; label?: string }) {
	return <span class={`status ${status.groupName.toLowerCase()}`}>{label ?? groupLabel(status.groupName)}</span>;
}
