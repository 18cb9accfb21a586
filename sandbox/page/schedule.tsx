import { useRef, useState } from 'preact/hooks';
import * as control from './control';
import type { Inbox } from './inbox';
import type { Message } from './model';
import { Panel } from './panel';
import { dateFrom, scheduleOf } from './words';

/** The buttons of a message that waits for its time. They apply to all messages of its request. */
export function Schedule({ inbox, message }: { inbox: Inbox; message: Message }) {
	const [moving, setMoving] = useState(false);
	const [time, setTime] = useState('');
	const opener = useRef<HTMLButtonElement>(null);
	const { scheduled, sendAt } = message;
	if (scheduled === undefined || sendAt === undefined) return null;
	const closeForm = (): void => {
		setMoving(false);
		opener.current?.focus();
	};
	const change = (changes: control.BulkChanges, done: string): void => {
		if (moving) closeForm();
		void inbox.act(() => control.changeBulk(message, changes), done);
	};
	const isPaused = scheduled === 'PAUSED';
	const sendsNow = !isPaused && time !== '' && new Date(time).getTime() <= Date.now();
	const move = (): void =>
		change({ sendAt: new Date(time).toISOString() }, sendsNow ? 'The messages are sent' : 'The messages are moved');
	return (
		<div class="schedule">
			<p class="hint schedule-hint">
				{isPaused ? 'Paused. Its time: ' : 'Scheduled for '}
				{scheduleOf(sendAt)}. Cancel, Move and {isPaused ? 'Resume' : 'Pause'} change all messages of the request.
			</p>
			<div class="actions">
				<button type="button" onClick={() => change({ status: 'CANCELED' }, 'The messages are cancelled')}>
					Cancel
				</button>
				<button
					type="button"
					ref={opener}
					aria-expanded={moving}
					aria-controls="move"
					onClick={() => {
						setTime(localTime(dateFrom(sendAt)));
						setMoving(!moving);
					}}
				>
					Move…
				</button>
				<button
					type="button"
					onClick={() =>
						isPaused
							? change({ status: 'PENDING' }, 'The messages are scheduled again')
							: change({ status: 'PAUSED' }, 'The messages are paused')
					}
				>
					{isPaused ? 'Resume' : 'Pause'}
				</button>
			</div>
			<div id="move">
				{moving && (
					<Panel onSubmit={move} onClose={closeForm}>
						<label>
							New time
							<input
								type="datetime-local"
								required
								ref={focus}
								value={time}
								onInput={({ currentTarget }) => setTime(currentTarget.value)}
							/>
						</label>
						{sendsNow && <p class="hint">This time has passed: the messages are sent at once.</p>}
						<button type="submit">{sendsNow ? 'Send Now' : 'Move'}</button>
					</Panel>
				)}
			</div>
		</div>
	);
}

const focus = (field: HTMLElement | null): void => field?.focus();

/** As the field for a date and time writes it. */
function localTime(date: Date): string {
	return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
