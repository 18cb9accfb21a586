import type { PartResult, WayResult } from './result';

/** One bar of the chart: the median, and the least and the most of all runs. */
interface Bar {
	label: string;
	value: number;
	min: number;
	max: number;
	/** Whether it is this package's. */
	isOurs: boolean;
}

export interface Bars {
	/** The unit of the length, for example 'milliseconds'. */
	unit: string;
	bars: Bar[];
}

/** @param valueOf what a bar shows for a run that took this many milliseconds */
export function barsOf(
	{ ways }: PartResult,
	unit: string,
	valueOf: (ms: number, way: WayResult) => number = (ms) => ms,
): Bars {
	return {
		unit,
		bars: ways.map((way) => {
			const ends = [valueOf(way.time.min, way), valueOf(way.time.max, way)];
			return {
				label: way.name,
				value: valueOf(way.time.median, way),
				min: Math.min(...ends),
				max: Math.max(...ends),
				isOurs: way.name.startsWith('SMS Messaging'),
			};
		}),
	};
}
