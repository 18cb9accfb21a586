import { useRef, useState } from 'preact/hooks';
import * as control from './control';
import type { Inbox } from './inbox';
import type { Message } from './model';
import { Panel } from './panel';
import { PushAgain } from './pushing';

const DELIVERED = 5;
const EXPIRED = 15;
const VALIDITY_EXPIRED = 4101;
const NOT_DELIVERED = 9;
const ABSENT_SUBSCRIBER = 27;
const FAILURES = ['UNDELIVERABLE', 'EXPIRED', 'REJECTED'];

/** The buttons that set the final status of a message. */
export function Outcome({ inbox, message }: { inbox: Inbox; message: Message }) {
	const [failing, setFailing] = useState(false);
	const [status, setStatus] = useState(NOT_DELIVERED);
	const [error, setError] = useState(ABSENT_SUBSCRIBER);
	const opener = useRef<HTMLButtonElement>(null);
	const { statuses, errors } = inbox.catalogue;
	const end = (id: number, errorId?: number): void => {
		if (ended) return;
		setFailing(false);
		const name = statuses.find((known) => known.id === id)?.name ?? '';
		void inbox.act(() => control.setOutcome(message, id, errorId), `The message is ${name}`);
	};
	const ended = message.doneAt !== undefined;
	// Not `disabled`: the pressed button would lose the focus
	const ending = ended ? { 'aria-disabled': true, 'aria-describedby': 'ended' } : {};
	return (
		<>
			<div class="actions">
				<button type="button" {...ending} onClick={() => end(DELIVERED)}>
					Deliver
				</button>
				<button
					type="button"
					ref={opener}
					{...ending}
					aria-expanded={failing && !ended}
					aria-controls="failure"
					onClick={() => setFailing(!failing)}
				>
					Fail…
				</button>
				<button type="button" {...ending} onClick={() => end(EXPIRED, VALIDITY_EXPIRED)}>
					Expire
				</button>
				<PushAgain inbox={inbox} message={message} />
			</div>
			{ended && (
				<p class="hint" id="ended">
					This message already has its final status. To set one yourself, send to a number that begins with 199905, or
					start the sandbox with <code>--final-ms 9999999</code>.
				</p>
			)}
			<div id="failure">
				{failing && !ended && (
					<Panel
						onSubmit={() => end(status, error)}
						onClose={() => {
							setFailing(false);
							opener.current?.focus();
						}}
					>
						<label>
							Status
							<select value={status} onChange={({ currentTarget }) => setStatus(Number(currentTarget.value))}>
								{FAILURES.map((group) => (
									<optgroup key={group} label={group}>
										{statuses
											.filter(({ groupName }) => groupName === group)
											.map(({ id, name }) => (
												<option key={id} value={id}>
													{name} ({id})
												</option>
											))}
									</optgroup>
								))}
							</select>
						</label>
						<label>
							Error
							<select value={error} onChange={({ currentTarget }) => setError(Number(currentTarget.value))}>
								{errors.map(({ id, name, permanent }) => (
									<option key={id} value={id}>
										{name} ({id}
										{permanent ? ', permanent' : ''})
									</option>
								))}
							</select>
						</label>
						<button type="submit" class="danger">
							Fail
						</button>
					</Panel>
				)}
			</div>
		</>
	);
}
