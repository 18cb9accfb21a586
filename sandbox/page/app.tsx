import { useEffect, useRef } from 'preact/hooks';
import { closeMessage, go, HOME, isSeen } from './address';
import { Details } from './details';
import type { Inbox } from './inbox';
import { Sidebar } from './sidebar';
import { Thread } from './thread';
import { Toolbar } from './toolbar';

export function App({ inbox }: { inbox: Inbox }) {
	const search = useRef<HTMLInputElement>(null);
	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			const typing = /INPUT|SELECT|TEXTAREA/.test((event.target as Element).tagName);
			const isEmpty = event.target instanceof HTMLInputElement && event.target.value === '';
			const asks = document.querySelector('dialog[open]') !== null;
			if (event.key === 'Escape' && (!typing || isEmpty) && !asks) {
				if (inbox.message) closeMessage(inbox.message);
				// Where it takes the whole window
				else if (inbox.to && !isSeen('conversations')) go(HOME);
			}
			if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			search.current?.focus();
		};
		addEventListener('keydown', onKey);
		return () => removeEventListener('keydown', onKey);
	}, []);

	const open = inbox.message ? 'message' : inbox.thread ? 'thread' : 'home';
	return (
		<div class={`app open-${open}`}>
			<Toolbar inbox={inbox} search={search} />
			<main class="panes">
				<Sidebar inbox={inbox} />
				<Thread inbox={inbox} />
				{inbox.message && <Details inbox={inbox} message={inbox.message} key={inbox.selected} />}
			</main>
			{inbox.problem !== '' && (
				<div class="problem" role="alert">
					<span>{inbox.problem}</span>
					<button type="button" onClick={() => inbox.change({ problem: '' })}>
						Dismiss
					</button>
				</div>
			)}
			<div class="unseen" role="status">
				{inbox.announcement}
			</div>
		</div>
	);
}
