import { useEffect, useRef } from 'preact/hooks';
import { addressOf, go, HOME, isSeen } from './address';
import type { Inbox } from './inbox';
import { Linked } from './linked';
import { keyOf, type Message } from './model';
import { Reply } from './reply';
import { StatusMark } from './statusMark';
import { readUserData } from './userData';
import { WindowedList } from './windowedList';
import { answerOf, counted, dateFrom, dayOf, excerptOf, hasFailed, minuteOf, statusLabel, withPlus } from './words';

/** Longer texts are cut here; the details show all of them. */
const LONGEST_TEXT = 1200;
const BUBBLE_PX = 74;
const LINE_PX = 21;
const LINE_CHARACTERS = 60;

export function Thread({ inbox }: { inbox: Inbox }) {
	const { thread, to } = inbox;
	const title = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// What had the focus is gone
		if (document.activeElement !== document.body) return;
		if (inbox.selected === undefined) document.getElementById(to === undefined ? 'conversations' : 'messages')?.focus();
	}, [to, inbox.selected]);
	useEffect(() => {
		// In a narrow window, the list that had the focus is hidden
		if (!isSeen('conversations')) title.current?.focus();
	}, [to]);
	if (!thread || to === undefined) {
		return (
			<section class="thread nothing" aria-label="Conversation">
				{inbox.conversations.size > 0 && <p>Choose a number to see its messages.</p>}
			</section>
		);
	}
	const { messages, more } = thread;
	return (
		<section class="thread" aria-labelledby="thread-title">
			<div class="pane-head">
				<a class="back" href={HOME} aria-label="Back to all numbers">
					‹
				</a>
				<h2 id="thread-title" tabIndex={-1} ref={title}>
					{withPlus(to)}
				</h2>
				<span class="pane-note">
					{inbox.filtering
						? 'Matching messages only'
						: counted(inbox.conversations.get(to)?.count ?? messages.length, 'message')}
				</span>
			</div>
			{messages.length === 0 ? (
				!more && <p class="empty">{inbox.filtering ? 'No matches in this conversation.' : 'No messages.'}</p>
			) : (
				<WindowedList<Message>
					// Rebuilt for each conversation, so that it starts at the end
					key={`${to} ${inbox.filter.text} ${inbox.filter.status}`}
					id="messages"
					label={`Messages to and from ${withPlus(to)}`}
					items={messages}
					keyOf={keyOf}
					estimate={heightOf}
					selected={inbox.selected}
					onOpen={(message, by) => {
						inbox.openedBy = by;
						go(addressOf(to, message));
					}}
					fromEnd
					more={more}
					onMore={() => inbox.loadMore(thread)}
				>
					{(message, index) => (
						<>
							{startsDay(messages, index) && <div class="day">{dayOf(message.acceptedAt)}</div>}
							<Bubble message={message} />
						</>
					)}
				</WindowedList>
			)}
			<Reply inbox={inbox} number={to} key={to} />
		</section>
	);
}

function heightOf({ text = '', binary }: Message): number {
	const length = Math.min((binary?.hex ?? text).length, LONGEST_TEXT);
	return BUBBLE_PX + LINE_PX * Math.floor(length / LINE_CHARACTERS);
}

function startsDay(messages: readonly Message[], index: number): boolean {
	const before = messages[index - 1];
	return before === undefined || dayOf(before.acceptedAt) !== dayOf(messages[index]!.acceptedAt);
}

function Bubble({ message }: { message: Message }) {
	const { direction, from, acceptedAt, status, error, binary, flash, sample, segments, encoding } = message;
	const reason = error?.description ?? (status.groupName === 'REJECTED' ? status.description : undefined);
	const excerpt = excerptOf(message, LONGEST_TEXT);
	const push = message.pushes.at(-1);
	return (
		<div class={`message ${direction} ${flash ? 'flash' : ''}`}>
			<span class="sender">
				<bdi>{from === undefined ? 'No sender' : withPlus(from)}</bdi>
				{flash && <span class="tag">Flash</span>}
				{binary && <span class="tag">Binary</span>}
				{sample && <span class="tag">Sample</span>}
			</span>
			<div class="bubble" dir="auto">
				{binary ? (
					<BinaryContent message={message} />
				) : excerpt === '' ? (
					<i>No text</i>
				) : (
					<Linked text={excerpt} tabIndex={-1} />
				)}
			</div>
			<span class="facts">
				<time dateTime={dateFrom(acceptedAt).toISOString()}>{minuteOf(acceptedAt)}</time>
				<StatusMark status={status} label={statusLabel(message)} />
				{reason !== undefined && <span>{reason}</span>}
				<span>{counted(segments, 'segment')}</span>
				<span>{encoding}</span>
				{push !== undefined && hasFailed(push) && <span class="bad">Push: {answerOf(push)}</span>}
			</span>
		</div>
	);
}

function BinaryContent({ message }: { message: Message }) {
	const { header, content, text } = readUserData(message.binary!);
	return (
		<>
			{header.map(({ hex, meaning }) => (
				<span class="element" key={hex}>
					{meaning}
				</span>
			))}
			{text !== undefined && (
				<span class="element">
					<bdi>{text}</bdi>
				</span>
			)}
			<span class="mono">{content.slice(0, LONGEST_TEXT)}</span>
		</>
	);
}
