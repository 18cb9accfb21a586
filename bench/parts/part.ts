import type { Report } from '../../tools/n8n/progress';
import type { Bars } from '../measuring/bars';
import type { PartResult } from '../measuring/result';

export interface PartOptions {
	/** Times that every way is run. */
	runs: number;
	/** Size of the part, if not the full one: messages, entries or notifications. */
	items?: number;
	/** Whether every run of n8n writes a CPU profile. */
	profile: boolean;
	report: Report;
}

/** One part of the bench, with its own command. */
export interface Part {
	/** What to type. */
	name: string;
	/** Runs of every way unless told otherwise. */
	runs: number;
	/** What it does, for the help text. */
	summary: string;
	measure(options: PartOptions): Promise<PartResult>;
	/** How the chart shows it. */
	bars(result: PartResult): Bars;
}
