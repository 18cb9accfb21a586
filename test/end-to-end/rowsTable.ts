import type { RunningN8n } from '../../tools/n8n/instance';

const TABLE = 'SMS messages';

export interface Row {
	id: number;
	recipient: string;
	text: string;
	status: string | null;
	result: string | null;
	messageId: string | null;
	doneAt: string | null;
}

/** The data table of rows-from-reports.json, through n8n's REST interface. */
export class RowsTable {
	constructor(private readonly n8n: RunningN8n) {}

	/** The table's address; undefined where there is no such table. */
	async path(): Promise<string | undefined> {
		const { rest } = this.n8n;
		const projects = await rest.call<Array<{ id: string; type: string }>>('GET', '/projects/my-projects');
		const { id: projectId } = projects.find(({ type }) => type === 'personal')!;
		const { data } = await rest.call<{ data: Array<{ id: string; name: string }> }>(
			'GET',
			`/projects/${projectId}/data-tables`,
		);
		const found = data.find(({ name }) => name === TABLE);
		return found && `/projects/${projectId}/data-tables/${found.id}`;
	}

	/** The rows as the person sees them under Data tables, in the order of their ids. */
	async rows(): Promise<Row[]> {
		const { data } = await this.n8n.rest.call<{ data: Row[] }>('GET', `${await this.path()}/rows?take=100`);
		return data.sort((a, b) => a.id - b.id);
	}

	async addRow(row: Pick<Row, 'recipient' | 'text'>): Promise<void> {
		await this.n8n.rest.call('POST', `${await this.path()}/insert`, { data: [row], returnType: 'count' });
	}

	/** Waits until all rows have a final status, and returns them. */
	async untilFinal(): Promise<Row[]> {
		const giveUpAt = Date.now() + 60_000;
		for (;;) {
			const found = await this.rows();
			if (found.every(({ status }) => status !== null && status !== 'PENDING')) return found;
			if (Date.now() > giveUpAt) throw new Error(`The rows stay like this: ${JSON.stringify(found)}`);
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}
}
