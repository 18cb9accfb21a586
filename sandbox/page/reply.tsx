import { useState } from 'preact/hooks';
import * as control from './control';
import type { Inbox } from './inbox';

/** Sends an answer from the phone of a conversation. */
export function Reply({ inbox, number }: { inbox: Inbox; number: string }) {
	const [text, setText] = useState('');
	const send = (event: Event): void => {
		event.preventDefault();
		if (text.trim() === '') return;
		setText('');
		void inbox.act(() => control.reply(number, text), `Sent from ${number}`);
	};
	return (
		<form class="reply" onSubmit={send}>
			<input
				aria-label={`Reply from ${number}`}
				placeholder={`Reply as ${number}`}
				autocomplete="off"
				value={text}
				onInput={({ currentTarget }) => setText(currentTarget.value)}
			/>
			<button type="submit">Send</button>
		</form>
	);
}
