import type { IDataObject } from 'n8n-workflow';

import { withoutAnswerLink } from '../text/answerLink';
import { toIsoUtc } from '../text/dateTime';
import { withoutUndefined, type Json, type JsonObject } from '../text/json';
import type { SegmentCount } from '../segments/countSegments';
import type { Replacement } from '../segments/replaceCharacters';
import type { Extent } from '../text/limits';
import { separateReference, unfold, type Reference } from '../api/callbackData';
import { knownStatusGroup, statusOf } from '../api/statuses';
import type { FlatFieldName } from './outputFields';

/** How an entry is output. */
export interface EntryPresentation {
	/** Whether to omit the entry itself and output only the flat fields. */
	simplify: boolean;
	/** Whether callbackData containing JSON becomes an object or list. */
	unfoldCallbackData?: boolean;
	/** Of all callback data that came together, if its sender is not trusted. */
	extent?: Extent;
}

const NO_FACTS: ContentFacts = {};

/** The key of the whole entry in the output when Simplify is off. */
export type EntryKey = 'response' | 'log' | 'report' | 'received';

/** Values of a whole request that belong to each of its entries. */
interface RequestFields {
	bulkId?: Json;
	trackingProcessKey?: Json;
	callbackData?: Json;
}

/** What the node itself knows about the content of a message. */
export interface ContentFacts {
	/** As it is sent; of a question, without its link. */
	text?: string;
	/** The node's own count for the content as sent; none for bytes with a malformed header. */
	segments?: number;
	/** Of binary content, with its header. */
	bytes?: number;
	encoding?: SegmentCount['encoding'];
	/** The characters that force UCS-2, at most 20. */
	ucs2Characters?: string[];
	replaced?: Replacement[];
	/** The characters that prevented any replacement, at most 20. */
	notReplaced?: string[];
	/** How many segments the text had before it was cut. */
	cutFrom?: number;
	/** Of a question: the length of its link, and the segments that the link adds. */
	linkCharacters?: number;
	linkSegments?: number;
}

/**
 * One entry of the service as an item's json: the flat fields that the entry has and, with `simplify` off, the untouched
 * entry under `key`. The interface's own `error` never becomes a top-level key, since n8n would treat the item as failed.
 * @param entry a SMSResponseDetails, SentSMSLog or SentSMSReport, or a received message (documents: inbox reports)
 * @param request values used if the entry has none
 * @param facts passed through
 */
export function presentEntry(
	key: EntryKey,
	entry: object,
	{ simplify, unfoldCallbackData = false, extent }: EntryPresentation,
	request: RequestFields = {},
	facts: ContentFacts = NO_FACTS,
): IDataObject {
	const shown = withoutLink(entry);
	const json = withoutUndefined(
		flatFields(ownFields(shown), request, unfoldCallbackData, facts, extent),
	) as IDataObject;
	if (!simplify) json[key] = shown as IDataObject;
	return json;
}

/** Anyone with the link of a question can answer it. */
function withoutLink(entry: { text?: unknown }): object {
	if (typeof entry.text !== 'string') return entry;
	const text = withoutAnswerLink(entry.text);
	return text === entry.text ? entry : { ...entry, text };
}

/** The fields that the node knows without an entry of the service. */
export function presentFacts(facts: ContentFacts): IDataObject {
	return withoutUndefined(flatFields({}, {}, false, facts)) as IDataObject;
}

type FlatFields = Record<FlatFieldName, unknown>;

/** The flat fields in output order, with the interface's types. A value of the wrong type is passed on unchanged. */
function flatFields(
	entry: JsonObject,
	request: RequestFields,
	unfoldCallbackData: boolean,
	facts: ContentFacts,
	extent?: Extent,
): FlatFields {
	const status = ownFields(statusOf(entry));
	const error = ownFields(entry.error);
	const price = ownFields(entry.price);
	const ofCaller = asText(entry.callbackData ?? request.callbackData);
	const { reference, callbackData } = readCallbackData(ofCaller, unfoldCallbackData, extent);
	return {
		messageId: asText(entry.messageId),
		to: asText(entry.to),
		from: asText(entry.from),
		text: asText(facts.text ?? entry.text),
		cleanText: asText(entry.cleanText),
		keyword: asText(entry.keyword),
		receivedAt: asIsoUtc(entry.receivedAt),
		statusGroup: knownStatusGroup(status) ?? asText(status.groupName),
		status: asText(status.name),
		statusDescription: asText(status.description),
		statusAction: asText(status.action),
		errorName: asText(error.name),
		errorDescription: asText(error.description),
		errorPermanent: asBoolean(error.permanent),
		smsCount: asInteger(entry.smsCount),
		segments: facts.segments,
		bytes: facts.bytes,
		encoding: facts.encoding,
		// No two items share a list
		ucs2Characters: facts.ucs2Characters?.slice(),
		replaced: facts.replaced?.map((replacement) => ({ ...replacement })),
		notReplaced: facts.notReplaced?.slice(),
		cutFrom: facts.cutFrom,
		linkCharacters: facts.linkCharacters,
		linkSegments: facts.linkSegments,
		mccMnc: asText(entry.mccMnc ?? entry.mccmnc),
		pricePerMessage: asDecimal(price.pricePerMessage),
		currency: asText(price.currency),
		sentAt: asIsoUtc(entry.sentAt),
		doneAt: asIsoUtc(entry.doneAt),
		callbackData,
		trackingProcessKey: asText(entry.trackingProcessKey ?? request.trackingProcessKey),
		entityId: asText(entry.entityId),
		applicationId: asText(entry.applicationId),
		// Not part of the interface: a send operation put it into callbackData
		reference,
		bulkId: asText(entry.bulkId ?? request.bulkId),
	};
}

function readCallbackData(
	value: Json | undefined,
	unfoldCallbackData: boolean,
	extent: Extent | undefined,
): { reference?: Reference; callbackData?: Json } {
	if (typeof value !== 'string') return { callbackData: value };
	const { reference, callbackData } = separateReference(value, extent);
	return {
		reference,
		callbackData: unfoldCallbackData && callbackData !== undefined ? unfold(callbackData, extent) : callbackData,
	};
}

/** The value without inherited fields, which might have the interface's names. */
function ownFields(value: unknown): JsonObject {
	if (typeof value !== 'object' || value === null) return {};
	const prototype: unknown = Object.getPrototypeOf(value);
	return (prototype === Object.prototype || prototype === null ? value : { ...value }) as JsonObject;
}

// All of these treat null as no value

function asText(value: Json | undefined): Json | undefined {
	return typeof value === 'number' ? String(value) : (value ?? undefined);
}

function asIsoUtc(value: Json | undefined): Json | undefined {
	return typeof value === 'string' ? toIsoUtc(value) : (value ?? undefined);
}

function asBoolean(value: Json | undefined): Json | undefined {
	return value === 'true' || value === 'false' ? value === 'true' : (value ?? undefined);
}

function asDecimal(value: Json | undefined): Json | undefined {
	const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
	return isNumeric ? Number(value) : (value ?? undefined);
}

function asInteger(value: Json | undefined): Json | undefined {
	const number = asDecimal(value);
	return Number.isSafeInteger(number) ? number : (value ?? undefined);
}
