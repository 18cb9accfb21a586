import { useState } from 'preact/hooks';
import * as control from './control';
import type { Inbox } from './inbox';
import { ForwardTo } from './pushing';
import { withPlus } from './words';

/** Sends an answer from the phone of a conversation. */
export function Reply({ inbox, number }: { inbox: Inbox; number: string }) {
	const [text, setText] = useState('');
	const send = (event: Event): void => {
		event.preventDefault();
		if (text.trim() === '') return;
		setText('');
		// At its end, the list shows what is added
		document.getElementById('messages')?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
		void inbox.act(() => control.reply(number, text), `Sent from ${withPlus(number)}`);
	};
	return (
		<div class="reply">
			<form onSubmit={send}>
				<input
					aria-label={`Reply from ${withPlus(number)}`}
					placeholder={`Reply as ${withPlus(number)}`}
					autocomplete="off"
					value={text}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
				/>
				<button type="submit">Send</button>
			</form>
			<ForwardTo inbox={inbox} />
		</div>
	);
}
