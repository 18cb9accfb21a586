import { addressOf, go } from './address';
import type { Inbox } from './inbox';
import { keyOf, numberOf, type Conversation, type Message } from './model';
import { StatusMark } from './statusMark';
import { WindowedList } from './windowedList';
import { counted, dateFrom, excerptOf, minuteOf, shortDayOf, statusLabel, withPlus } from './words';

const EXCERPT = 140;
const ROW_PX = 66;

/** All numbers, or the matches of the filter. */
export function Sidebar({ inbox }: { inbox: Inbox }) {
	const { conversations, filter, found, loaded } = inbox;
	const numbers = [...conversations.values()].reverse();
	const shown = inbox.filtering
		? numbers.filter(
				({ to, latest }) => inbox.findsNumber(to) && (!filter.status || latest.status.groupName === filter.status),
			)
		: numbers;
	const rows: Row[] = [
		...shown.map((conversation) => ({ conversation, message: conversation.latest })),
		...(found?.messages.map((message) => ({ message })).reverse() ?? []),
	];
	return (
		<section class="sidebar" aria-labelledby="sidebar-title">
			<div class="pane-head">
				<h2 id="sidebar-title" class="pane-note">
					{found ? <Matches count={rows.length} more={found.more} /> : <Numbers inbox={inbox} />}
				</h2>
				{inbox.samples > 0 && (
					<button type="button" class="samples" onClick={() => inbox.toggleSamples()}>
						{inbox.showsSamples ? 'Hide' : 'Show'} {counted(inbox.samples, 'sample')}
					</button>
				)}
			</div>
			{rows.length > 0 && (
				<WindowedList<Row>
					id="conversations"
					label={found ? 'Search results' : 'Conversations'}
					items={rows}
					keyOf={rowKey}
					estimate={() => ROW_PX}
					selected={inbox.message && found ? keyOf(inbox.message) : inbox.to}
					onOpen={({ conversation, message }, by) => {
						inbox.openedBy = by;
						go(addressOf(numberOf(message), conversation ? undefined : message));
					}}
					more={found?.more ?? inbox.moreConversations}
					onMore={() => (found ? inbox.loadMore(found) : inbox.loadMoreConversations())}
				>
					{(row) => <RowContent {...row} />}
				</WindowedList>
			)}
			{rows.length === 0 && loaded && !found && <NothingYet />}
		</section>
	);
}

interface Row {
	/** Absent if the search found the message itself. */
	conversation?: Conversation;
	message: Message;
}

const rowKey = ({ conversation, message }: Row): string => conversation?.to ?? keyOf(message);

function Numbers({ inbox: { conversations, moreConversations } }: { inbox: Inbox }) {
	return (
		<>
			{moreConversations && 'More than '}
			{counted(conversations.size, 'number')}
		</>
	);
}

function Matches({ count, more }: { count: number; more: boolean }) {
	if (count === 0) return <>{more ? 'Searching…' : 'No matches'}</>;
	return (
		<>
			{more && 'More than '}
			{counted(count, 'match', 'matches')}
		</>
	);
}

function RowContent({ conversation, message }: Row) {
	const { acceptedAt, status, sample } = message;
	const to = message.direction === 'incoming' ? numberOf(message) : message.to;
	const today = dateFrom(acceptedAt).toDateString() === new Date().toDateString();
	return (
		<div class="row">
			<span class="row-number">{withPlus(to)}</span>
			{conversation && conversation.count > 1 && (
				<span class="row-count">
					{conversation.count.toLocaleString()}
					<span class="unseen"> messages</span>
				</span>
			)}
			{sample && <span class="tag row-sample">Sample</span>}
			<time class="row-time" dateTime={dateFrom(acceptedAt).toISOString()}>
				{today ? minuteOf(acceptedAt) : shortDayOf(acceptedAt)}
			</time>
			<bdi class={message.binary ? 'row-text mono' : 'row-text'} dir="auto">
				{excerptOf(message, EXCERPT) || 'No text'}
			</bdi>
			<StatusMark status={status} label={message.scheduled === 'PAUSED' ? statusLabel(message) : undefined} />
		</div>
	);
}

function NothingYet() {
	return (
		<div class="empty">
			<p>No messages yet.</p>
			<p>
				In n8n's credential, enter <code>{location.origin}</code> as Base URL. The sandbox's terminal shows the API Key.
			</p>
		</div>
	);
}
