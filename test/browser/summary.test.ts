import type { Browser, Page } from 'playwright-core';
import { logEntries, summaryOf } from '../unit/summary/logEntries';
import { launchChromium, takePicture } from './editor';

const COUNT = 2000;
const SHORTFALL = 'Messages sent before 30 Jan 2030, 08:00 UTC could not be read.';

let browser: Browser;
beforeAll(async () => {
	browser = await launchChromium();
});

/** What the page asked for beside itself. */
const asked: string[] = [];
let page: Page;
afterEach(async () => {
	await page.context().close();
	expect(asked).toEqual([]);
});

/** Opens the HTML as an e-mail program would: in a page of its own that is `width` px wide. */
async function show(html: string, width: number): Promise<void> {
	const context = await browser.newContext({ viewport: { width, height: 800 }, deviceScaleFactor: 1.5 });
	page = await context.newPage();
	page.on('request', (request) => asked.push(request.url()));
	await page.setContent(html);
}

const summary = summaryOf(logEntries(COUNT));
const rowsBy = (by: string) => summary.items().filter((item) => item.by === by);

/** The lines of the table below a heading, each as the texts of its cells. */
async function linesBelow(heading: string): Promise<string[][]> {
	const rows = page.locator(`h2:text-is("${heading}") + table > tbody > tr`);
	return await rows.evaluateAll((trs) =>
		trs.map((tr) => Array.from(tr.children, (cell) => (cell as HTMLElement).innerText.trim().replace(/\s+/g, ' '))),
	);
}

/** How wide the bars of the table below a heading are, in percent of the line that they stand on. */
async function barsBelow(heading: string): Promise<number[]> {
	const bars = page.locator(`h2:text-is("${heading}") + table td table`);
	return await bars.evaluateAll((tables) =>
		tables.map(
			(table) => (100 * table.querySelector('td')!.getBoundingClientRect().width) / table.getBoundingClientRect().width,
		),
	);
}

/** Elements that stick out of the page to the right, or whose text sticks out of them. */
async function overflowing(): Promise<string[]> {
	return await page.evaluate(() =>
		Array.from(document.body.querySelectorAll<HTMLElement>('*'))
			.filter(
				(element) =>
					element.getBoundingClientRect().right > window.innerWidth + 0.5 ||
					element.scrollWidth > element.clientWidth + 1,
			)
			.filter((element) => getComputedStyle(element).display !== 'inline' && element.innerText.trim() !== '')
			.map((element) => `${element.tagName}: ${element.innerText.slice(0, 40)}`),
	);
}

test('a summary of a day of messages', async () => {
	await show(summary.summaryItem().html, 656);
	await takePicture(page, 'summary', { fullPage: true });
	expect(await page.locator('h2').allInnerTexts()).toEqual(['Status', 'Delivered within', 'Networks', 'Senders']);
	const seen = await page.locator('body').innerText();
	expect(seen).toContain('SMS summary: 2,000 messages');
	expect(seen).toContain('Sent 30 Jan 2030, 00:00 – 23:59 (UTC)');
	expect(seen).not.toContain('incomplete');
	const [all] = rowsBy('all');
	expect(seen).toContain(`${Number(all!.segments).toLocaleString('en-US')} segments`);
	expect(seen).toMatch(new RegExp(`Cost\\s+${String(all!.costEUR).replace('.', '\\.')}0* EUR`));

	const [heading, first] = await linesBelow('Status');
	expect(heading).toEqual(['Status group', 'Messages', 'Segments', 'Cost (EUR)']);
	const [delivered] = rowsBy('statusGroup');
	const thousands = (count: unknown) => Number(count).toLocaleString('en-US');
	expect(first).toEqual([
		'DELIVERED',
		`${thousands(delivered!.messages)} ${Number(delivered!.share).toFixed(1)}%`,
		thousands(delivered!.segments),
		expect.stringMatching(/^\d+\.\d{4}$/),
	]);
	const [codes] = rowsBy('network');
	expect((await linesBelow('Networks'))[1]![0]).toBe(`Austria: MCC ${String(codes!.mcc)}, MNC ${String(codes!.mnc)}`);
});

test.each([640, 360])(
	'at %d px nothing overflows, not even a long name, and the bars match their percentages',
	async (width) => {
		const entries = logEntries(COUNT).map(({ from, ...entry }) => ({
			...entry,
			from: from === 'Alerts' ? 'W'.repeat(500) : from,
		}));
		await show(summaryOf(entries).summaryItem(SHORTFALL).html, width);
		expect(await overflowing()).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		await page.getByText(SHORTFALL).waitFor();
		for (const [heading, by] of [
			['Status', 'statusGroup'],
			['Networks', 'network'],
		] as const) {
			const bars = await barsBelow(heading);
			const shares = rowsBy(by).map(({ share }) => Number(share));
			expect(bars).toHaveLength(shares.length);
			// Widths are rounded to the pixels of the screen
			bars.forEach((bar, index) => expect(Math.abs(bar - shares[index]!)).toBeLessThan(1.5));
		}
	},
);
