import { useRef, useState } from 'preact/hooks';
import * as control from './control';
import type { Inbox } from './inbox';
import type { Message } from './model';

/** Pushes once more what has been pushed. */
export function PushAgain({ inbox, message }: { inbox: Inbox; message: Message }) {
	if (message.pushes.length === 0) return null;
	const what = message.direction === 'incoming' ? 'message' : 'report';
	return (
		<button
			type="button"
			onClick={() => void inbox.act(() => control.pushAgain(message), `The ${what} is being pushed again`)}
		>
			Push Again
		</button>
	);
}

/** Says where received messages are pushed. */
export function ForwardTo({ inbox }: { inbox: Inbox }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const [url, setUrl] = useState('');
	const open = (): void => {
		void inbox.act(async () => {
			setUrl(await control.forwarding());
			dialog.current?.showModal();
		}, '');
	};
	const save = (event: Event): void => {
		event.preventDefault();
		dialog.current?.close();
		const done = url.trim() === '' ? 'Received messages wait to be fetched' : `Received messages go to ${url.trim()}`;
		void inbox.act(() => control.forwardTo(url.trim()), done);
	};
	return (
		<>
			<button type="button" class="forward" onClick={open}>
				Forward to…
			</button>
			<dialog ref={dialog} aria-label="Forward to">
				<form onSubmit={save}>
					<h2>Forward Received Messages</h2>
					<p>
						Messages that phones send from now on are pushed to this URL, such as the Production URL of a trigger. If it
						is empty, they wait to be fetched.
					</p>
					<input
						type="url"
						class="forward-url"
						aria-label="URL"
						placeholder="URL of a trigger"
						value={url}
						onInput={({ currentTarget }) => setUrl(currentTarget.value)}
					/>
					<div class="actions">
						<button type="button" onClick={() => dialog.current?.close()}>
							Cancel
						</button>
						<button type="submit">Save</button>
					</div>
				</form>
			</dialog>
		</>
	);
}
