// flatted's type declarations are those of an ES module, which this CommonJS module could only import dynamically
const { parse } = require('flatted') as { parse(text: string): unknown };

/** An answer of n8n's REST interface other than success. */
export class RestError extends Error {
	constructor(
		readonly request: string,
		readonly status: number,
		readonly answer: string,
	) {
		super(`${request} was answered with ${status}: ${answer.slice(0, 500)}`);
	}
}

/** Parts of a workflow file, as n8n exports and imports them. */
export interface WorkflowFile {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** Example items of a node, used in manual runs instead of running it, by the node's name. */
	pinData?: Record<string, unknown>;
	[key: string]: unknown;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: Record<string, { id: string; name: string }>;
	[key: string]: unknown;
}

export interface Credential {
	id?: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

type ExecutionStatus = 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	mode: string;
	status: ExecutionStatus;
	startedAt: string;
	stoppedAt?: string;
}

/** One item that a node output. */
export interface Item {
	json: Record<string, unknown>;
	pairedItem?: { item: number; input?: number } | Array<{ item: number; input?: number }> | number;
}

/** What n8n stores about a failure; shown to the user in the execution. */
export interface ExecutionError {
	name?: string;
	message: string;
	description?: string | null;
	node?: { name: string };
	[key: string]: unknown;
}

/** One run of one node. Times in milliseconds. */
export interface NodeRun {
	startTime: number;
	executionTime: number;
	executionStatus?: string;
	data?: { main: Array<Item[] | null> };
	error?: ExecutionError;
	hints?: Array<{ message: string }>;
	[key: string]: unknown;
}

export interface Execution extends ExecutionSummary {
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: ExecutionError;
			lastNodeExecuted?: string;
		};
		[key: string]: unknown;
	};
}

/** All items at one of a node's outputs in all its runs; none if it did not run. */
export function itemsOf(execution: Execution, nodeName: string, output = 0): Item[] {
	const runs = execution.data.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main[output] ?? []);
}

interface Publication {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	liveVersionId: string | null;
	triggers: Array<{ errorMessage: string | null }>;
}

const POLL_MS = 40;
const PUBLICATION_TIMEOUT_MS = 30_000;
const FINISHED: ReadonlySet<ExecutionStatus> = new Set(['success', 'error', 'canceled', 'crashed']);

/** Talks to n8n as its editor does: REST, signed in by cookie. Every call throws RestError if n8n refuses it. */
export class RestClient {
	/** `baseUrl` without a trailing slash; `cookie` as `sessionCookie` of a client that is signed in. */
	constructor(
		readonly baseUrl: string,
		private cookie = '',
	) {}

	/** One call of the REST interface; `path` begins behind /rest. Returns the answer's `data`. */
	async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.baseUrl}/rest${path}`, {
			method,
			headers: {
				'Content-Type': 'application/json',
				// n8n may close a kept-alive connection just when the next call is made
				Connection: 'close',
				...(this.cookie ? { Cookie: this.cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new RestError(`${method} /rest${path}`, response.status, text);
		const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0] ?? '';
		return (JSON.parse(text) as { data: T }).data;
	}

	/** The sign-in cookie as `name=value`, to sign in a browser. */
	get sessionCookie(): string {
		return this.cookie;
	}

	/** Creates the owner account, unless there is one, and signs in. */
	async signIn(owner: { email: string; password: string; firstName: string; lastName: string }): Promise<void> {
		const settings = await this.call<{ userManagement: { showSetupOnFirstLoad: boolean } }>('GET', '/settings');
		if (settings.userManagement.showSetupOnFirstLoad) await this.call('POST', '/owner/setup', owner);
		else await this.call('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
	}

	/** Creates a credential, or changes the one with the given id. Returns its id. */
	async saveCredential({ id, ...credential }: Credential): Promise<string> {
		if (id !== undefined) {
			await this.call('PATCH', `/credentials/${id}`, credential);
			return id;
		}
		return (await this.call<{ id: string }>('POST', '/credentials', credential)).id;
	}

	/** Runs the credential's connection test, as the editor does after saving. */
	async testCredential(credential: Required<Credential>): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.call('POST', '/credentials/test', { credentials: credential });
	}

	/** Creates a workflow, or replaces the one that has its id. Returns the id. */
	async saveWorkflow(workflow: WorkflowFile): Promise<string> {
		const { id, name, nodes, connections, settings = {}, pinData = {}, meta } = workflow;
		const content = { name, nodes, connections, settings, pinData, ...(meta === undefined ? {} : { meta }) };
		const existing = id === undefined ? undefined : await this.workflowIfAny(id);
		if (existing === undefined) {
			return (await this.call<{ id: string }>('POST', '/workflows', { id, ...content })).id;
		}
		if (existing.isArchived) await this.call('POST', `/workflows/${existing.id}/unarchive`, {});
		await this.call('PATCH', `/workflows/${existing.id}`, content);
		return existing.id;
	}

	private async workflowIfAny(id: string): Promise<{ id: string; isArchived: boolean } | undefined> {
		try {
			return await this.call('GET', `/workflows/${id}`);
		} catch (error) {
			if (error instanceof RestError && (error.status === 404 || error.status === 403)) return undefined;
			throw error;
		}
	}

	/** Publishes the saved version of a workflow, and waits until its triggers are active and its webhooks answer. */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.call<{ versionId: string }>('GET', `/workflows/${workflowId}`);
		await this.call('POST', `/workflows/${workflowId}/activate`, { versionId });
		await this.publication(workflowId, ({ status, liveVersionId, triggers }) => {
			if (status === 'failed' || status === 'partial') {
				throw new Error(
					`Workflow ${workflowId} could not be published: ${triggers.map((trigger) => trigger.errorMessage).join('; ')}`,
				);
			}
			return status === 'published' && liveVersionId === versionId;
		});
	}

	/** Unpublishes a workflow, and waits until its triggers are gone. */
	async deactivate(workflowId: string): Promise<void> {
		await this.call('POST', `/workflows/${workflowId}/deactivate`, {});
		await this.publication(workflowId, ({ status }) => status === 'not_published');
	}

	/** The ids of all published workflows. */
	async published(): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ active: true }));
		return (await this.call<Array<{ id: string }>>('GET', `/workflows?filter=${filter}`)).map(({ id }) => id);
	}

	/** n8n publishes in the background, after it has answered. */
	private async publication(workflowId: string, isAsWanted: (publication: Publication) => boolean): Promise<void> {
		await this.until(
			`the publication of workflow ${workflowId}`,
			async () => {
				const publication = await this.call<Publication>('GET', `/workflows/${workflowId}/publication-status`);
				return isAsWanted(publication) || undefined;
			},
			PUBLICATION_TIMEOUT_MS,
		);
	}

	/** Starts a workflow as a click on 'Execute workflow' does, at the named trigger. Returns the execution's id. */
	async run(workflowId: string, triggerName: string): Promise<string> {
		const answer = await this.call<{ executionId?: string }>('POST', `/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: triggerName },
		});
		if (answer.executionId === undefined)
			throw new Error(`'${triggerName}' waits for a webhook call and starts nothing`);
		return answer.executionId;
	}

	/** Runs a workflow manually and waits for its end. `timeoutMs` as in `finished`. */
	async runToEnd(workflowId: string, triggerName: string, timeoutMs?: number): Promise<Execution> {
		return await this.finished(await this.run(workflowId, triggerName), timeoutMs);
	}

	/**
	 * Retry, as in the list of executions: 'original' or 'current' is the workflow that it runs. n8n answers once it has ended or
	 * waits, with all its data, so it does not matter whether n8n saves it.
	 */
	async retry(executionId: string, workflow: 'original' | 'current' = 'original'): Promise<Execution> {
		return await this.call('POST', `/executions/${executionId}/retry`, { loadWorkflow: workflow === 'current' });
	}

	/** The Stop button of an execution that runs or waits. */
	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/executions/${executionId}/stop`);
	}

	/** Executions of a workflow, oldest first; at most the newest 100. */
	async executionsOf(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: ExecutionSummary[] }>(
			'GET',
			`/executions?limit=100&filter=${filter}`,
		);
		return results.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** An execution with all the output of its nodes. */
	async execution(id: string): Promise<Execution> {
		const stored = await this.call<ExecutionSummary & { data: string }>('GET', `/executions/${id}`);
		return { ...stored, data: parse(stored.data) as Execution['data'] };
	}

	/** Waits until an execution has ended, well or not, and returns it. Throws after `timeoutMs` (default 30 s). */
	async finished(id: string, timeoutMs = 30_000): Promise<Execution> {
		return await this.until(
			`the end of execution ${id}`,
			async () => {
				const execution = await this.execution(id);
				return FINISHED.has(execution.status) ? execution : undefined;
			},
			timeoutMs,
		);
	}

	/**
	 * Waits until a workflow has at least `count` finished executions, and returns all finished ones, oldest first.
	 * Throws after `timeoutMs` (default 30 s).
	 */
	async finishedExecutionsOf(workflowId: string, count: number, timeoutMs = 30_000): Promise<Execution[]> {
		const finished = await this.until(
			`${count} executions of workflow ${workflowId}`,
			async () => {
				const all = (await this.executionsOf(workflowId)).filter(({ status }) => FINISHED.has(status));
				return all.length >= count ? all : undefined;
			},
			timeoutMs,
		);
		return await Promise.all(finished.map(async ({ id }) => await this.execution(id)));
	}

	private async until<T>(what: string, look: () => Promise<T | undefined>, timeoutMs: number): Promise<T> {
		const giveUpAt = Date.now() + timeoutMs;
		for (;;) {
			const found = await look();
			if (found !== undefined) return found;
			if (Date.now() > giveUpAt) throw new Error(`Waited ${timeoutMs} ms for ${what} in vain`);
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
	}
}
