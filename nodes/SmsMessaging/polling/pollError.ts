import type { IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import { describeReportsFailure } from '../fetching/describeFailure';
import { operationError } from '../output/errorItems';
import { failureDetails, type ServiceFailure } from '../service/failure';

/** The error of a poll that fetched nothing: n8n shows it as a failed execution, and refuses to publish the workflow with it. */
export function pollError(node: INode, failure: ServiceFailure): NodeOperationError {
	return operationError(
		node,
		failure.message,
		describePollFailure(failure, true),
		failureDetails(failure) as IDataObject,
	);
}

/**
 * What to do, and what may have become of reports.
 * @param hasDetails whether the failure's details come out with it, as with an error and not in the log
 */
export function describePollFailure(failure: ServiceFailure, hasDetails: boolean): string {
	return describeReportsFailure(failure, 'The trigger asks again at the next poll time.', hasDetails);
}
