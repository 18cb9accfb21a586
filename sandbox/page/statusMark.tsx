import type { Status } from './model';
import { groupLabel } from './words';

/** A shape and a word for a status: colour alone is not enough. */
export function StatusMark({ status, label }: { status: Status; label?: string }) {
	return <span class={`status ${status.groupName.toLowerCase()}`}>{label ?? groupLabel(status.groupName)}</span>;
}
