import type { Bulks } from '../bulks';
import type { Faults } from '../faults';
import type { Lifecycle } from '../lifecycle';
import type { Notifications } from '../notifications';
import type { Settings } from '../options';
import type { Reception } from '../received';
import type { MessageStore } from '../store';
import type { Time } from '../time';

/** The parts of a sandbox that the control endpoints read and change. */
export interface ControlParts {
	settings: Settings;
	time: Time;
	store: MessageStore;
	lifecycle: Lifecycle;
	bulks: Bulks;
	notifications: Notifications;
	reception: Reception;
	faults: Faults;
	/** Moves the time forward. */
	advance: (ms: number) => Promise<void>;
}
