/** How a service rewrites numbers: its answers and logs have this form, not the one sent. */
export interface Rewriting {
	/** Without a digit after the country code, as in 521… and 52…; without the country code; or with an extra digit. */
	how: 'shorter' | 'national' | 'longer';
	which: 'all' | 'even';
}

/** All numbers of these lives begin with it, followed by a digit other than 6. */
const START = '4366';
const STARTS = { shorter: '436', national: '066', longer: '43966' };

/** The number as the service knows it. */
export function rewritten(to: string, rewriting: Rewriting | undefined): string {
	if (rewriting === undefined || !to.startsWith(START)) return to;
	if (rewriting.which === 'even' && Number(to.at(-1)) % 2 === 1) return to;
	return STARTS[rewriting.how] + to.slice(START.length);
}

/** The number that was sent, for one that may be in the service's form. */
export function asSent(to: string, rewriting: Rewriting | undefined): string {
	if (rewriting === undefined || to.startsWith(START)) return to;
	const sent = START + to.slice(STARTS[rewriting.how].length);
	return rewritten(sent, rewriting) === to ? sent : to;
}
