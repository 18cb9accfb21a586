import { chromium, type Browser, type Page } from 'playwright-core';
import { logEntries, summaryOf } from '../unit/summary/logEntries';
import { chromiumPath, takePicture } from './editor';

const COUNT = 2000;
const SHORTFALL = 'Messages sent before 30 Jan 2030, 08:00 UTC could not be read.';

let browser: Browser;
beforeAll(async () => {
	browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => await browser?.close());

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
	await show(summary.summaryItem().html, 640);
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

test.each([640, 360])('at %d px nothing overflows, and the bars match their percentages', async (width) => {
	await show(summary.summaryItem(SHORTFALL).html, width);
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
});

test('names that are long or look like markup are shown as text and wrap', async () => {
	const entries = logEntries(30).map((entry, index) => ({
		...entry,
		from: [
			'<script>document.title = "run"</script>',
			'<img src="http://192.0.2.1/x.png" onerror="document.title = 1">',
			'W'.repeat(500),
		][index % 3],
	}));
	await show(summaryOf(entries).summaryItem('<b onclick="x">&amp;').html, 360);
	expect(await page.title()).toBe('');
	expect(await page.locator('script, img, link, iframe, style, a').count()).toBe(0);
	const names = (await linesBelow('Senders')).slice(1).map(([name]) => name);
	expect(names).toHaveLength(3);
	expect(names).toContain('<script>document.title = "run"</script>');
	await page.getByText('<b onclick="x">&amp;').waitFor();
	expect(await overflowing()).toEqual([]);
});

test('the picture of the documentation', async () => {
	await show(summary.summaryItem().html, 656);
	await takePicture(page, 'summary', { fullPage: true });
	expect(await page.locator('h2').allInnerTexts()).toEqual(['Status', 'Delivered within', 'Networks', 'Senders']);
});
