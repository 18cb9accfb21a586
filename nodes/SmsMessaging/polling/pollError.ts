import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { describeHandoutFailure } from '../fetching/describeFailure';
import { operationError } from '../output/errorItems';
import type { EntryKind } from '../receiving/kinds';
import { failureDetails, type ServiceFailure } from '../service/failure';

/** The error of a poll that fetched nothing: n8n shows it as a failed execution, or as the reason for not publishing. */
export function pollError(node: INode, kind: EntryKind, failure: ServiceFailure): NodeOperationError {
	return operationError(
		node,
		failure.message,
		describePollFailure(kind, failure, true),
		failureDetails(failure) as IDataObject,
	);
}

/**
 * What to do, and what may be lost.
 * @param hasDetails whether the failure's details are shown along with it, as in an error but not in the log
 */
export function describePollFailure(kind: EntryKind, failure: ServiceFailure, hasDetails: boolean): string {
	return describeHandoutFailure(kind, failure, 'The trigger tries again at the next poll time.', hasDetails);
}
