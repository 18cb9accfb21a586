import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf, type Execution } from '../../tools/n8n/restClient';
import { ANSWER, askingWorkflow, linkTo } from '../end-to-end/asking/askingWorkflow';
import { sharedN8nWithSandbox, START, untilWaiting, type N8nWithSandbox } from '../end-to-end/realN8n';
import { launchChromium, takePicture } from './editor';

/** The page behind the link of a question, on a small phone. */

const PHONE: BrowserContextOptions = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const QUESTION = {
	message: 'db1: the disk is full, and writes have failed since 03:12. Restart the database?',
	approveLabel: 'Restart',
	declineLabel: 'Leave it',
	page: { askedBy: 'Night Watch of Example Ltd' },
};

let asking: N8nWithSandbox<RunningN8n>;
let browser: Browser;
let axe: string;

beforeAll(async () => {
	asking = await sharedN8nWithSandbox({ sendVersions: ['3'] });
	browser = await launchChromium();
	axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
}, 180_000);

let number = 447700900600;

async function ask(parameters: Record<string, unknown>): Promise<{ id: string; link: string }> {
	const { to = String(++number) } = parameters as { to?: string };
	const workflow = await asking.n8n.rest.saveWorkflow(askingWorkflow({ ...parameters, to }));
	const id = await asking.n8n.rest.run(workflow, START);
	await untilWaiting(asking.n8n, id);
	return { id, link: linkTo(asking.sandbox, to.split(',')[0]!) };
}

/** Opens the link on the phone. axe is put in beside the page, whose policy allows no script. */
async function open(link: string, options: BrowserContextOptions = {}): Promise<{ page: Page; asked: string[] }> {
	const context = await browser.newContext({ ...PHONE, ...options });
	const page = await context.newPage();
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	page.on('pageerror', ({ message }) => asked.push(message));
	page.on('console', (message) => asked.push(message.text()));
	await page.goto(link);
	return { page, asked };
}

async function findings(page: Page): Promise<string[]> {
	const session = await page.context().newCDPSession(page);
	await session.send('Page.setBypassCSP', { enabled: true });
	const run = `${axe}; axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join()))`;
	const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
		expression: run,
		awaitPromise: true,
		returnByValue: true,
	});
	if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
	return result.value as string[];
}

const widthOf = async (page: Page) => await page.evaluate('document.documentElement.scrollWidth');
const answerOf = (execution: Execution) => itemsOf(execution, ANSWER).map(({ json }) => json);

test.each(['light', 'dark'] as const)(
	'two buttons, %s: pressing one answers the question, once',
	async (colorScheme) => {
		const { id, link } = await ask(QUESTION);
		const { page, asked } = await open(link, { colorScheme });
		await page.getByText('Restart the database?').waitFor();
		expect(await findings(page)).toEqual([]);
		expect(await widthOf(page)).toBe(320);
		await takePicture(page, `ask-${colorScheme}`);
		for (const name of ['Restart', 'Leave it']) {
			const { height } = (await page.getByRole('button', { name }).boundingBox())!;
			expect(height).toBeGreaterThanOrEqual(64);
		}
		expect((await asking.n8n.rest.execution(id)).status).toBe('waiting');
		await page.getByRole('button', { name: 'Leave it' }).tap();
		await page.getByRole('status').waitFor();
		expect(await page.innerText('main')).toContain('Your answer: Leave it');
		expect(await findings(page)).toEqual([]);
		expect(asked).toEqual([link, link]);
		expect(answerOf(await asking.n8n.rest.finished(id))).toEqual([
			expect.objectContaining({ answer: 'Leave it', approved: false, to: String(number) }),
		]);
		// n8n's own page: the execution is over
		expect((await page.goto(link))!.status()).toBe(200);
		await page.getByText('No action required').waitFor();
		await page.context().close();
	},
);

test('a text answer in another language, in large type and from right to left', async () => {
	const { id, link } = await ask({
		message: 'מה לעשות?',
		responseType: 'freeText',
		page: {
			askedBy: 'משמרת לילה',
			language: 'he',
			words: {
				word: [
					{ place: 'yourAnswer', text: 'תשובה' },
					{ place: 'send', text: 'שליחה' },
					{ place: 'missing', text: 'נא לכתוב תשובה' },
				],
			},
		},
	});
	const { page } = await open(link, { colorScheme: 'dark' });
	expect(await findings(page)).toEqual([]);
	await page.getByLabel('תשובה').fill(' ');
	await page.getByRole('button', { name: 'שליחה' }).tap();
	await page.getByRole('alert').waitFor();
	expect(await findings(page)).toEqual([]);
	expect(await widthOf(page)).toBe(320);
	await page.getByLabel('תשובה').fill('לאתחל\nמחר');
	await page.getByRole('button', { name: 'שליחה' }).tap();
	await page.getByRole('status').waitFor();
	expect(answerOf(await asking.n8n.rest.finished(id))).toEqual([expect.objectContaining({ answer: 'לאתחל\nמחר' })]);
	await page.context().close();
});
