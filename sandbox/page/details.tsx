import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { closeMessage, isSeen } from './address';
import type { Inbox } from './inbox';
import { Linked } from './linked';
import type { Message } from './model';
import { Outcome } from './outcome';
import { ForwardTo, PushAgain } from './pushing';
import { Schedule } from './schedule';
import { StatusMark } from './statusMark';
import { readUserData } from './userData';
import { answerOf, counted, dateFrom, dateTimeOf, hasFailed, scheduleOf, timeOf, withPlus } from './words';

export function Details({ inbox, message }: { inbox: Inbox; message: Message }) {
	const title = useRef<HTMLHeadingElement>(null);
	const { status, error } = message;
	useEffect(() => {
		// A click leaves the focus where it is, if that is still visible
		if (inbox.openedBy === 'keyboard' || !isSeen('messages')) title.current?.focus();
	}, []);
	const close = (): void => closeMessage(message);
	return (
		<section class="details" aria-labelledby="details-title">
			<div class="pane-head">
				<button type="button" class="back" aria-label="Back to the messages" onClick={close}>
					‹
				</button>
				<h2 id="details-title" tabIndex={-1} ref={title}>
					Message
				</h2>
				<button type="button" class="close" aria-label="Close the message" onClick={close}>
					×
				</button>
			</div>
			<div class="details-body">
				<p class="state">
					<StatusMark status={status} />
					<span class="state-name">{status.name}</span>
				</p>
				<p class="state-words">
					{status.description}
					{error && error.id !== 0 && ` · ${error.description} (${error.id}${error.permanent ? ', permanent' : ''})`}
				</p>
				<Schedule inbox={inbox} message={message} />
				{message.direction === 'incoming' ? (
					<div class="actions">
						<PushAgain inbox={inbox} message={message} />
						<ForwardTo inbox={inbox} />
					</div>
				) : (
					<Outcome inbox={inbox} message={message} />
				)}
				<Life message={message} />
				<Pushes message={message} />
				<Content message={message} />
				<Facts message={message} />
			</div>
		</section>
	);
}

function Life({ message: { history } }: { message: Message }) {
	return (
		<>
			<h3>History</h3>
			<ol class="life">
				{history.map(({ at, name }, index) => (
					<li key={index}>
						<time dateTime={dateFrom(at).toISOString()}>{timeOf(at)}</time> <span>{name}</span>
					</li>
				))}
			</ol>
		</>
	);
}

function Pushes({ message: { direction, pushes, notifyUrl } }: { message: Message }) {
	return (
		<>
			<h3>Pushes</h3>
			{notifyUrl === undefined ? (
				<p class="quiet">
					{direction === 'incoming'
						? 'Not forwarded: it waits to be fetched.'
						: 'No notify URL: the report waits to be fetched.'}
				</p>
			) : (
				<p class="mono">{notifyUrl}</p>
			)}
			{pushes.length > 0 && (
				<ol class="life">
					{pushes.map((push, index) => (
						<li key={index} class={push.status === 200 ? 'good' : hasFailed(push) ? 'bad' : ''}>
							<time dateTime={dateFrom(push.at).toISOString()}>{timeOf(push.at)}</time> <span>{answerOf(push)}</span>
						</li>
					))}
				</ol>
			)}
		</>
	);
}

function Content({ message }: { message: Message }) {
	const { text, binary } = message;
	if (!binary) {
		return (
			<>
				<h3>Text</h3>
				<p class="text" dir="auto">
					{text ? <Linked text={text} /> : <i>No text</i>}
				</p>
			</>
		);
	}
	const { header, content, text: readable, coding } = readUserData(binary);
	return (
		<>
			<h3>Content</h3>
			<dl>
				{header.map(({ hex, meaning }) => (
					<Fact key={hex} name="Header" mono>
						{hex} <span class="meaning">{meaning}</span>
					</Fact>
				))}
				<Fact name="Hex" mono>
					{content}
				</Fact>
				{readable !== undefined && (
					<Fact name="As text">
						<bdi>{readable}</bdi>
					</Fact>
				)}
				<Fact name="Data coding">{coding}</Fact>
				<Fact name="ESM class">{binary.esmClass ?? 0}</Fact>
			</dl>
		</>
	);
}

function Facts({ message }: { message: Message }) {
	const { from, to, segments, encoding, flash, acceptedAt, sendAt, doneAt } = message;
	const { callbackData, messageId, bulkId, version } = message;
	return (
		<>
			<h3>Details</h3>
			<dl>
				<Fact name="From">{from && withPlus(from)}</Fact>
				<Fact name="To">{withPlus(to)}</Fact>
				<Fact name="Size">{`${counted(segments, 'segment')}, ${encoding}${flash ? ', flash' : ''}`}</Fact>
				<Fact name="Sent by">{version && `Version ${version} of the interface`}</Fact>
				<Fact name="Accepted">{dateTimeOf(acceptedAt)}</Fact>
				<Fact name="Scheduled">{sendAt && scheduleOf(sendAt)}</Fact>
				<Fact name="Done">{doneAt && dateTimeOf(doneAt)}</Fact>
				<Fact name="Callback data" mono>
					{callbackData}
				</Fact>
				<Fact name="Message ID" mono>
					{messageId}
				</Fact>
				<Fact name="Bulk ID" mono>
					{bulkId}
				</Fact>
			</dl>
		</>
	);
}

/** A line of the details; nothing if it has no content. */
function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children?: ComponentChildren }) {
	if (children === undefined || children === '') return null;
	return (
		<div>
			<dt>{name}</dt>
			<dd class={mono ? 'mono' : ''} dir="auto">
				{children}
			</dd>
		</div>
	);
}
