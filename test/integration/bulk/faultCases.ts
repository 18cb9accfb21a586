import {
	acceptedStatus,
	badGatewayAfterAcceptance,
	badRequest,
	badRequestWithDetails,
	entriesWithoutIds,
	extraEntries,
	forbidden,
	htmlPage,
	htmlPageAfterAcceptance,
	laggingLogs,
	missingEntries,
	redirect,
	resetAfterAcceptance,
	resetBefore,
	reversedEntries,
	serverError,
	silenceAfterAcceptance,
	silenceBefore,
	tooManyRequests,
	tooManyRequestsUntil,
	trickleAfterAcceptance,
	truncatedAfterAcceptance,
	unauthorized,
	unavailable,
} from '../../support/faults/faults';
import type { Fault, FaultProxy, ProxiedRequest } from '../../support/faults/faultProxy';
import type { State, Target } from './accounting';
import { messagesOf } from './messages';

/** One kind of fault, where it occurs, and the allowed outcomes of the destinations. */
export interface FaultCase {
	name: string;
	/**
	 * @param index how many requests of its kind, sends or look-ups, came before
	 * @param first how many send requests pass before the fault strikes
	 */
	script?: (request: ProxiedRequest, index: number, first: number) => Fault | undefined;
	/** Something to do with the proxy itself before the execution starts. */
	prepare?: (proxy: FaultProxy) => void;
	/** Turns the destination that is to fail into such a one. */
	badNumber?: string;
	/** Allowed states of a destination in the output; only `accepted` for temporary faults. */
	states: State[];
	/** States of the destination that is to fail. */
	badStates?: State[];
	/** Times in seconds; small ones where a case has to use them up. */
	patience?: number;
	lookUpTime?: number;
}

/** The content that the service does not take, in the cases where one message is bad. */
const BAD_NUMBER = '436690000000';

const ACCEPTED: State[] = ['accepted'];
const once =
	(fault: Fault): FaultCase['script'] =>
	({ isSend }, index, first) =>
		isSend && index === first ? fault : undefined;
const fromThenOn =
	(fault: Fault): FaultCase['script'] =>
	({ isSend }, index, first) =>
		isSend && index >= first ? fault : undefined;
/** Look-ups fail too. */
const fromThenOnAll =
	(fault: Fault, lookUpFault: Fault): FaultCase['script'] =>
	({ isSend }, index, first) =>
		isSend ? (index >= first ? fault : undefined) : lookUpFault;
const whereBad =
	(faultOf: (messageIndex: number) => Fault): FaultCase['script'] =>
	({ isSend, body }) => {
		if (!isSend) return undefined;
		const messageIndex = messagesOf(body).findIndex(({ destinations }) =>
			destinations.some(({ to }) => to === BAD_NUMBER),
		);
		return messageIndex < 0 ? undefined : faultOf(messageIndex);
	};

export const FAULT_CASES: FaultCase[] = [
	{ name: 'none', states: ACCEPTED },
	{
		name: 'connection refused',
		prepare: (proxy) => {
			proxy.refuse();
			setTimeout(() => void proxy.accept(), 300);
		},
		states: ACCEPTED,
	},
	{ name: 'connection refused, throughout', prepare: (proxy) => proxy.refuse(), states: ['notSent'], patience: 0.6 },
	{ name: 'reset before', script: once(resetBefore), states: ACCEPTED },
	{
		name: 'reset before, throughout',
		script: fromThenOn(resetBefore),
		states: ['accepted', 'notSent', 'unknown'],
		patience: 1,
	},
	{ name: 'reset after acceptance', script: once(resetAfterAcceptance), states: ACCEPTED },
	{ name: 'reset after acceptance, throughout', script: fromThenOn(resetAfterAcceptance), states: ACCEPTED },
	{
		name: 'reset after acceptance, logs lag',
		script: ({ isSend }, index, first) => {
			if (isSend) return index === first ? resetAfterAcceptance : undefined;
			return laggingLogs(500);
		},
		lookUpTime: 1.5,
		states: ACCEPTED,
	},
	{
		name: 'reset after acceptance, logs 429 at first',
		script: ({ isSend }, index, first) => {
			if (isSend) return index === first ? resetAfterAcceptance : undefined;
			return index < 3 ? tooManyRequests : undefined;
		},
		states: ACCEPTED,
	},
	{
		name: 'reset after acceptance, logs reset at first',
		script: ({ isSend }, index, first) => {
			if (isSend) return index === first ? resetAfterAcceptance : undefined;
			return index < 3 ? resetBefore : undefined;
		},
		states: ACCEPTED,
	},
	{
		name: 'reset after acceptance, logs 503 throughout',
		script: fromThenOnAll(resetAfterAcceptance, unavailable),
		states: ['accepted', 'unknown', 'notSent'],
		patience: 1,
	},
	{ name: 'timeout before', script: once(silenceBefore), states: ['accepted', 'unknown', 'notSent'], patience: 0.6 },
	{ name: 'timeout after acceptance', script: once(silenceAfterAcceptance), states: ACCEPTED, patience: 0.6 },
	{
		name: 'timeout after acceptance, throughout',
		script: fromThenOn(silenceAfterAcceptance),
		states: ACCEPTED,
		patience: 0.6,
	},
	{ name: 'trickling answer after acceptance', script: once(trickleAfterAcceptance), states: ACCEPTED, patience: 0.6 },
	{ name: '202 with the answer, throughout', script: fromThenOn(acceptedStatus), states: ACCEPTED },
	{
		name: '400 without details',
		script: whereBad(() => badRequest()),
		badNumber: BAD_NUMBER,
		states: ACCEPTED,
		badStates: ['refused'],
	},
	{
		name: '400 with details',
		script: whereBad((index) => badRequestWithDetails({ [`messages[${index}].destinations[0].to`]: ['is blocked'] })),
		badNumber: BAD_NUMBER,
		states: ACCEPTED,
		badStates: ['refused'],
	},
	{ name: '401', script: fromThenOn(unauthorized), states: ['accepted', 'refused', 'notSent'] },
	{ name: '403', script: fromThenOn(forbidden), states: ['accepted', 'refused', 'notSent'] },
	{ name: '429', script: once(tooManyRequests), states: ACCEPTED },
	{ name: '429 with Retry-After', script: once(tooManyRequestsUntil('1')), states: ACCEPTED },
	{ name: '429, throughout', script: fromThenOn(tooManyRequests), states: ['accepted', 'notSent'], patience: 3 },
	{ name: '500', script: once(serverError), states: ACCEPTED },
	{ name: '502 after acceptance', script: once(badGatewayAfterAcceptance), states: ACCEPTED },
	{ name: '503', script: once(unavailable), states: ACCEPTED },
	{ name: '503, throughout', script: fromThenOn(unavailable), states: ['accepted', 'unknown', 'notSent'], patience: 1 },
	{ name: 'truncated JSON after acceptance', script: once(truncatedAfterAcceptance), states: ACCEPTED },
	{ name: 'HTML page', script: once(htmlPage), states: ACCEPTED },
	{ name: 'HTML page after acceptance', script: once(htmlPageAfterAcceptance), states: ACCEPTED },
	{ name: 'redirect', script: fromThenOn(redirect), states: ['accepted', 'refused', 'notSent'] },
	{ name: 'missing entries', script: once(missingEntries), states: ['accepted', 'unknown'] },
	{ name: 'extra entries', script: once(extraEntries), states: ACCEPTED },
	{ name: 'entries in another order', script: once(reversedEntries), states: ACCEPTED },
	{ name: 'entries without ids', script: once(entriesWithoutIds), states: ['accepted', 'unknown'] },
	{ name: 'rejected entries', badNumber: '19990100600', states: ACCEPTED, badStates: ['refused'] },
];

/** Whether a destination is the one that is to fail. */
export const isBad = ({ to }: Target, { badNumber }: FaultCase) => to === badNumber;
