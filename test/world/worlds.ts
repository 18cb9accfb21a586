import { askingWorld } from './asking';
import { logsWorld } from './logs';
import { notificationsWorld } from './notifications';
import { pollingWorld } from './polling';
import { reportsWorld } from './reports';
import { scheduledWorld } from './scheduled';
import { sendingWorld } from './sending';
import { waitingWorld } from './waiting';
import type { World } from './world';

/** All worlds, by the part of the node that lives in them. */
export const WORLDS = {
	sending: sendingWorld(),
	logs: logsWorld(),
	notifications: notificationsWorld(),
	reports: reportsWorld(),
	polling: pollingWorld(),
	waiting: waitingWorld(),
	asking: askingWorld(),
	scheduled: scheduledWorld(),
} satisfies Record<string, World<unknown, unknown>>;

type WorldName = keyof typeof WORLDS;

export function worldNamed(name: string | undefined): World<unknown, unknown> {
	if (name === undefined || !Object.hasOwn(WORLDS, name))
		throw new Error(`Name a world: ${Object.keys(WORLDS).join(', ')}`);
	return WORLDS[name as WorldName];
}
