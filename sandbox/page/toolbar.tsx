import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import * as control from './control';
import type { Inbox } from './inbox';
import { TestNumbers } from './testNumbers';
import { counted, groupLabel, STATUS_GROUPS } from './words';

const CONNECTION = { connecting: 'Connecting', live: 'Live', lost: 'No connection' };

export function Toolbar({ inbox, search }: { inbox: Inbox; search: RefObject<HTMLInputElement | null> }) {
	const { connection, filter, total } = inbox;
	return (
		<header class="toolbar">
			<h1>SMS Sandbox</h1>
			<span class={`connection ${connection}`}>{CONNECTION[connection]}</span>
			{/* biome-ignore lint/a11y/useSemanticElements: the search element is not in all browsers yet */}
			<div class="filters" role="search">
				<input
					ref={search}
					type="search"
					aria-label="Search numbers and texts"
					placeholder="Number or text"
					aria-keyshortcuts="/"
					value={filter.text}
					onInput={({ currentTarget }) => inbox.search({ ...inbox.filter, text: currentTarget.value })}
				/>
				<select
					aria-label="Status"
					value={filter.status}
					onChange={({ currentTarget }) => inbox.search({ ...inbox.filter, status: currentTarget.value })}
				>
					<option value="">All statuses</option>
					{STATUS_GROUPS.map((group) => (
						<option key={group} value={group}>
							{groupLabel(group)}
						</option>
					))}
				</select>
			</div>
			<TestNumbers />
			<Clear inbox={inbox} total={total} onCleared={() => search.current?.focus()} />
		</header>
	);
}

function Clear({ inbox, total, onCleared }: { inbox: Inbox; total: number; onCleared(): void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const [withSamples, setWithSamples] = useState(false);
	const { samples } = inbox;
	const count = withSamples ? total : total - samples;
	const open = (): void => {
		setWithSamples(false);
		dialog.current?.showModal();
	};
	const clear = (): void => {
		dialog.current?.close();
		// The button that opened it may be disabled then
		onCleared();
		void inbox.act(() => control.clear(withSamples), `${counted(count, 'message')} deleted`);
	};
	return (
		<>
			<button type="button" class="clear" disabled={total === 0} onClick={open}>
				Clear…
			</button>
			<dialog ref={dialog} aria-labelledby="clear-title">
				<h2 id="clear-title">{count === 0 ? 'Only samples are left' : `Delete ${counted(count, 'message')}?`}</h2>
				<p>This also deletes their logs and reports, and cancels pushes and scheduled messages that are pending.</p>
				{samples > 0 && (
					<label class="choice">
						<input
							type="checkbox"
							checked={withSamples}
							onChange={({ currentTarget }) => setWithSamples(currentTarget.checked)}
						/>
						With the {counted(samples, 'sample')}
					</label>
				)}
				<div class="actions">
					<button type="button" onClick={() => dialog.current?.close()}>
						Cancel
					</button>
					<button type="button" class="danger" disabled={count === 0} onClick={clear}>
						Delete
					</button>
				</div>
			</dialog>
		</>
	);
}
