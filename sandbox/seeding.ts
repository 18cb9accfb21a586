import { errorOf, statusOf, type MessageError, type Status } from './catalogue';
import { randomFrom } from './random';
import { textSegments } from './segments';
import type { SandboxMessage } from './message';
import type { MessageStore } from './store';

/** Sample messages for a store. The same values give the same messages. */
export interface Seeding {
	count: number;
	/** The first and the last millisecond in which messages were sent; since the epoch. */
	from: number;
	until: number;
	/** Share of the messages that were sent in the same millisecond as `together` others; 0 to 1. Default 0. */
	colliding?: number;
	/** Fewest and most messages of such a millisecond. Default 10 to 900. */
	together?: readonly [fewest: number, most: number];
	/** Whether the reports of finished messages wait to be fetched. */
	reports?: boolean;
	/** Determines all random choices. Default 1. */
	seed?: number;
}

interface Network {
	prefix: string;
	mccMnc: string;
	price: number;
	currency: string;
}

const NETWORKS: readonly Network[] = [
	{ prefix: '4369', mccMnc: '23201', price: 0.0751, currency: 'EUR' },
	{ prefix: '4366', mccMnc: '23203', price: 0.0683, currency: 'EUR' },
	{ prefix: '4915', mccMnc: '26201', price: 0.0745, currency: 'EUR' },
	{ prefix: '4917', mccMnc: '26202', price: 0.0712, currency: 'EUR' },
	{ prefix: '4179', mccMnc: '22801', price: 0.0365, currency: 'EUR' },
	{ prefix: '4178', mccMnc: '22803', price: 0.0412, currency: 'EUR' },
	{ prefix: '3933', mccMnc: '22201', price: 0.051, currency: 'EUR' },
	{ prefix: '4479', mccMnc: '23410', price: 0.0331, currency: 'GBP' },
	{ prefix: '1202', mccMnc: '310260', price: 0.0079, currency: 'USD' },
];

const SENDERS: readonly string[] = [
	'DemoShop',
	'DemoBank',
	'Clinic',
	'Parcels',
	'CityBus',
	'436601234567',
	'+41790000000',
];

const TEXTS = [
	'Your code is {n}. It is valid for 5 minutes.',
	'Your order {n} is on its way and arrives today.',
	'Reminder: your appointment {n} is tomorrow at 10:30. If you cannot come, please call us today until 18:00, so that somebody else can have it. Please bring your card, and a list of what you take.',
	'Línea {n}: retraso de 10 minutos, ¡disculpe las molestias!',
	'Zug {n} fällt aus. Grüße 🚆',
	'Dear customer, your parcel {n} could not be delivered today since nobody was at home. It waits for you at the post office around the corner, from tomorrow 8 o’clock on, for 14 days. Please bring a document that shows who you are, and this number: {n}.',
].map((text) => ({ text, smsCount: textSegments(text.replaceAll('{n}', '123456')).segments }));

interface Ending {
	status: Readonly<Status>;
	error: Readonly<MessageError>;
	/** Messages per thousand with this outcome. */
	perThousand: number;
}

const ending = (perThousand: number, statusId: number, errorId = 0): Ending => ({
	status: statusOf(statusId),
	error: errorOf(errorId),
	perThousand,
});
const DELIVERED = ending(800, 5);
const ENDINGS: readonly Ending[] = [
	DELIVERED,
	ending(40, 2),
	ending(40, 9, 27),
	ending(30, 9, 1),
	ending(10, 4, 566),
	ending(30, 15, 4101),
	ending(10, 6),
	ending(10, 12),
	ending(30, 7),
];

const PENDING = statusOf(7);
const MOST_OF_ONE_REQUEST = 200;

/** Adds varied messages to a store: senders, networks, statuses, prices, lengths, requests. Returns them, ascending by sentAt. */
export function seedMessages(store: MessageStore, seeding: Seeding): SandboxMessage[] {
	const random = randomFrom(seeding.seed ?? 1);
	const messages: SandboxMessage[] = [];
	for (const sentAt of timesOf(seeding, random)) messages.push(variedMessage(sentAt, messages, seeding.until, random));
	for (const message of messages) {
		store.add(message);
		if (seeding.reports && message.status.groupName !== 'PENDING') store.queueReport(message);
	}
	return messages;
}

/** The millisecond of each message, ascending. */
function timesOf({ count, from, until, colliding = 0, together = [10, 900] }: Seeding, random: () => number): number[] {
	const anyTime = () => from + Math.floor(random() * (until - from + 1));
	const times: number[] = [];
	const [fewest, most] = together;
	for (let left = Math.round(count * colliding); left > 0; ) {
		const size = Math.min(left, fewest + Math.floor(random() * (most - fewest + 1)));
		times.push(...Array<number>(size).fill(anyTime()));
		left -= size;
	}
	while (times.length < count) times.push(anyTime());
	return times.sort((a, b) => a - b);
}

function variedMessage(sentAt: number, earlier: SandboxMessage[], until: number, random: () => number): SandboxMessage {
	const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
	const index = earlier.length;
	const previous = earlier.at(-1);
	// Messages of one request have the same time
	const isSameRequest = previous?.sentAt === sentAt && random() > 1 / MOST_OF_ONE_REQUEST;
	const network = pick(NETWORKS);
	const end = endingAt(random() * 1000);
	const from = isSameRequest ? previous.from! : pick(SENDERS);
	const bulkId = isSameRequest ? previous.bulkId : bulkIdOf(sentAt, index);
	const { text: template, smsCount } = pick(TEXTS);
	const text = template.replaceAll('{n}', String(100_000 + Math.floor(random() * 900_000)));
	// Mostly seconds, now and then hours
	const doneAt = sentAt + 800 + Math.floor(10_000 * random() ** 2 + (random() < 0.02 ? 7_200_000 * random() : 0));
	const message = { index, sentAt, network, from, bulkId, text, smsCount };
	if (end.status.groupName === 'REJECTED') return seeded({ ...message, ...end, doneAt: sentAt });
	if (end.status === PENDING || doneAt > until) return seeded({ ...message, status: PENDING, error: errorOf(0) });
	return seeded({ ...message, ...end, doneAt });
}

function endingAt(place: number): Ending {
	let end = 0;
	return ENDINGS.find(({ perThousand }) => (end += perThousand) > place) ?? DELIVERED;
}

/** Long numbers, as real services generate them. */
const bulkIdOf = (sentAt: number, index: number) => `${sentAt}${String(index).padStart(6, '0')}`;

interface Seed {
	index: number;
	sentAt: number;
	doneAt?: number;
	network: Network;
	from: string;
	bulkId: string;
	text: string;
	smsCount: number;
	status: Readonly<Status>;
	error: Readonly<MessageError>;
}

function seeded({ index, sentAt, doneAt, network, from, bulkId, text, smsCount, status, error }: Seed): SandboxMessage {
	return {
		kind: 'text',
		messageId: `${bulkId}-${String(index).padStart(7, '0')}`,
		bulkId,
		to: `${network.prefix}${String(1_000_000 + index)}`,
		from,
		text,
		smsCount,
		mccMnc: network.mccMnc,
		pricePerMessage: status.groupName === 'REJECTED' ? 0 : network.price,
		currency: network.currency,
		callbackData: `order ${index}`,
		intermediateReport: false,
		isSample: true,
		acceptedAt: sentAt,
		sentAt,
		...(doneAt !== undefined && { doneAt }),
		status,
		error,
		history: [{ status, error, at: doneAt ?? sentAt }],
	};
}
