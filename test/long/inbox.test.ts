import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { seedMessages, startSandbox, type Sandbox } from '../../sandbox';
import { BINARY, post, send } from '../sandbox/client';
import { startReceiver, type Receiver } from '../sandbox/receiver';
import { afterwards } from '../support/afterwards';
import { launchChromium, takePicture, TAKES_PICTURES } from '../browser/editor';

/** Calls that this number never ends by itself. */
const WAITING = '19990500001';
const ABSENT = '19990200270';
const NUMBER = '447700900123';

let browser: Browser;
let receiver: Receiver;
beforeAll(async () => {
	browser = await launchChromium();
	receiver = afterwards(await startReceiver(200));
});

let sandbox: Sandbox;
let page: Page;
/** What the page complained about, and what it asked for elsewhere. */
let complaints: string[];
beforeEach(async () => {
	complaints = [];
	sandbox = await startSandbox();
});
afterEach(async () => {
	await page?.context().close();
	await sandbox.stop();
	expect(complaints).toEqual([]);
});

async function open(address = '', options: BrowserContextOptions = {}): Promise<void> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		locale: 'en-GB',
		timezoneId: 'Europe/Vienna',
		...options,
	});
	page = await context.newPage();
	page.setDefaultTimeout(20_000);
	page.on('pageerror', ({ message }) => complaints.push(message));
	page.on('console', (message) => complaints.push(message.text()));
	page.on('request', (request) => {
		if (!request.url().startsWith(sandbox.url)) complaints.push(request.url());
	});
	await page.goto(`${sandbox.url}/${address}`);
	await page.getByText('Live', { exact: true }).waitFor();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const conversations = () => page.getByRole('grid', { name: /^Conversations|^Search results/ });
const bubbles = () => page.getByRole('grid', { name: /^Messages to/ });
const bubble = (text: string) => bubbles().getByRole('row').filter({ hasText: text });
const tab = async (name: string) => {
	await page.keyboard.press('Tab');
	await expect(focused()).resolves.toBe(name);
};
const details = () => page.getByRole('region', { name: 'Message', exact: true });

/** Messages of all kinds. */
async function sendAllKinds(): Promise<void> {
	const notifyUrl = `${receiver.url}/reports`;
	await send(sandbox, ['436601234567', '4915112345678', '33612345678'], {
		text: 'Your appointment is tomorrow at 10:30.',
	});
	await send(sandbox, NUMBER, {
		from: 'Parcels',
		text: 'Your parcel arrives today between 2 and 4 pm.\nTrack it: https://parcels.example/4711',
	});
	await send(sandbox, NUMBER, { from: 'البنك', text: 'رمز التحقق الخاص بك هو 482913. لا تشاركه مع أحد.' });
	await send(sandbox, NUMBER, { from: 'Bank', text: 'Your code is 4711', flash: true });
	await post(sandbox, BINARY, {
		messages: [
			{
				from: 'Parcels',
				destinations: [{ to: NUMBER }],
				binary: { hex: '0B 05 04 15 81 00 00 00 03 2A 02 01 48 65 6C 6C 6F', dataCoding: 4, esmClass: 64 },
			},
		],
	});
	await send(sandbox, ABSENT, {
		from: 'Shop',
		text: 'Ваш заказ отправлен.',
		notifyUrl,
		callbackData: '{"order":4711}',
	});
	await sandbox.waitFor(() => sandbox.messages.every(({ doneAt }) => doneAt !== undefined));
	await send(sandbox, WAITING, { from: 'Shop', text: 'Shall we deliver tomorrow?', notifyUrl });
	await sandbox.pushesSettled();
}

test('a message appears as soon as it is sent; after Fail, its report is pushed', async () => {
	await open();
	await page.getByText('No messages yet.').waitFor();
	await send(sandbox, WAITING, { text: 'Shall we deliver tomorrow?', notifyUrl: `${receiver.url}/failed` });
	await conversations().getByRole('row', { name: WAITING }).click();
	await send(sandbox, `+${WAITING}`, { text: 'Another one', notifyUrl: `${receiver.url}/other` });
	await bubble('Another one').waitFor();
	await bubble('Shall we deliver tomorrow?').click();
	await details().getByText('PENDING_ENROUTE').first().waitFor();

	await button('Fail…').click();
	await page.getByRole('combobox', { name: 'Error' }).selectOption({ label: 'EC_UNKNOWN_SUBSCRIBER (1, permanent)' });
	await button('Fail').click();
	await bubble('Shall we deliver')
		.filter({ hasText: 'Undeliverable' })
		.filter({ hasText: 'Unknown Subscriber' })
		.waitFor();
	await details().getByText('answered 200').waitFor();
	const reports = () => receiver.received.filter(({ path }) => path === '/failed').map(({ body }) => JSON.parse(body));
	expect(reports()).toMatchObject([
		{ results: [{ to: WAITING, status: { name: 'UNDELIVERABLE_NOT_DELIVERED' }, error: { id: 1 } }] },
	]);
	expect(await button('Deliver').isDisabled()).toBe(true);

	await button('Push Again').click();
	await sandbox.waitFor(() => reports().length === 2);
	await details().getByText('answered 200').nth(1).waitFor();

	await bubble('Another one').click();
	await button('Deliver').click();
	await bubble('Another one').filter({ hasText: 'Delivered' }).waitFor();
});

test('a scheduled message is moved, paused and cancelled', async () => {
	const sendAt = new Date(Date.now() + 86_400_000).toISOString();
	await send(sandbox, [NUMBER, WAITING], { text: 'Your appointment is tomorrow.', sendAt });
	await open(`#/${NUMBER}`);
	await bubble('Your appointment').click();
	await button('Move…').click();
	const field = page.getByLabel('New time');
	const [day] = (await field.inputValue()).split('T');
	await field.fill(`${day}T23:59`);
	await field.press('Enter');
	await details().getByText('23:59').first().waitFor();
	const times = sandbox.messages.map(({ schedule }) => new Date(schedule!.sendAt!).getUTCMinutes());
	expect(times).toEqual([59, 59]);

	expect(await focused()).toBe('Move…');
	await page.keyboard.press('Enter');
	await field.and(page.locator(':focus')).waitFor();
	await field.fill('2020-01-31T10:00');
	await button('Send Now').waitFor();
	await takePicture(page, 'sandbox-scheduled');
	await page.keyboard.press('Escape');
	expect(await field.count()).toBe(0);
	await page.keyboard.press('Escape');
	await details().waitFor({ state: 'detached' });

	await bubble('Your appointment').click();
	await button('Pause').click();
	await button('Resume').click();
	await button('Pause').waitFor();
	await button('Cancel').click();
	await bubble('Your appointment').filter({ hasText: 'Message Canceled' }).waitFor();
	expect(sandbox.messages.every(({ doneAt }) => doneAt !== undefined)).toBe(true);
	expect(await button('Cancel').count()).toBe(0);
});

test('alphabets, flash messages and user data headers are displayed', async () => {
	await sendAllKinds();
	await open(`#/${NUMBER}`);
	for (const [text, direction] of [
		['رمز التحقق', 'rtl'],
		['Your parcel', 'ltr'],
	] as const) {
		const shown = bubble(text).locator('.bubble');
		expect(await shown.evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
	}
	await bubble('رمز').getByText('UCS-2').waitFor();
	await bubble('4711').getByText('Flash').waitFor();
	await bubble('Part 1 of 2, reference 42').getByText('To port 5505 (ringtone), from port 0').waitFor();
	await bubble('48 65 6C 6C 6F').click();
	await details().getByText('4: 8-bit data').waitFor();
	await page.goto(`${sandbox.url}/#/${ABSENT}`);
	await bubble('Ваш заказ').click();
	await details().getByText('{"order":4711}').waitFor();
});

test('web addresses are links, other addresses are not', async () => {
	const text =
		'See https://parcels.example/4711?a=1&b=<2>, or (http://x.example/ö). Not javascript:alert(1) or http://';
	await send(sandbox, NUMBER, { text });
	await open(`#/${NUMBER}`);
	const addresses = ['https://parcels.example/4711?a=1&b=', 'http://x.example/%C3%B6'];
	const linksIn = async (place: Locator) =>
		await place
			.getByRole('link')
			.evaluateAll((links) => (links as HTMLAnchorElement[]).map(({ href, rel }) => [href, rel]));
	const expected = addresses.map((address) => [address, 'noopener noreferrer']);
	expect(await linksIn(bubble('See'))).toEqual(expected);
	expect(await bubble('See').locator('.bubble').innerText()).toBe(text);
	await page.context().route(/example/, async (route) => await route.fulfill({ body: 'opened' }));
	const popup = page.context().waitForEvent('page');
	await bubble('See').getByRole('link').first().click();
	expect(new URL((await popup).url()).host).toBe('parcels.example');
	expect(await details().isVisible()).toBe(false);
	await bubble('See').locator('.facts').click();
	await details().waitFor();
	expect(await linksIn(details())).toEqual(expected);
});

test('samples are marked, and hidden until requested', async () => {
	const now = sandbox.now();
	seedMessages(sandbox.store, { count: 30, from: now - 3_600_000, until: now });
	await send(sandbox, NUMBER, { text: 'My own' });
	await open();
	const heading = (name: string) => page.getByRole('heading', { name, exact: true });
	await heading('1 number').waitFor();
	await button('Show 30 samples').click();
	await heading('31 numbers').waitFor();
	expect(await conversations().getByText('Sample', { exact: true }).count()).toBe(30 - (await unseen()));
	await conversations().getByRole('row').nth(1).click();
	await bubbles().getByText('Sample', { exact: true }).waitFor();
	await button('Hide 30 samples').click();
	await heading('1 number').waitFor();
	await page.getByRole('searchbox').fill('order');
	await heading('No matches').waitFor();
});

/** How many rows of the 31 are out of sight. */
const unseen = async () => 31 - (await conversations().getByRole('row').count());

test('a rejected message shows its reason, and the page lists test numbers', async () => {
	await open();
	await button('Numbers…').click();
	await page.getByText('19990101200').waitFor();
	await button('Close').click();
	await send(sandbox, '19990101200', { text: 'No money' });
	await conversations().getByRole('row', { name: '19990101200' }).click();
	await bubble('No money').filter({ hasText: 'Rejected' }).getByText('Not enough credits', { exact: false }).waitFor();
});

test('search and filter narrow both lists', async () => {
	await sendAllKinds();
	await open();
	const rows = () => conversations().getByRole('row');
	await rows().nth(5).waitFor();
	expect(await rows().count()).toBe(6);
	const search = page.getByRole('searchbox');
	await search.fill('PARCEL');
	await page.getByRole('heading', { name: '2 matches' }).waitFor();
	await rows().filter({ hasText: 'today' }).click();
	await details().getByText('Your parcel arrives').waitFor();
	await bubble('Your parcel').waitFor();
	expect(await bubbles().getByRole('row').count()).toBe(2);

	for (const written of ['+44 77', '0044 (0)7700 900123', '07700 900123']) {
		await search.fill(written);
		await page.getByRole('heading', { name: '1 match' }).waitFor();
		await rows().filter({ hasText: NUMBER }).click();
	}
	await bubble('Your code is').waitFor();
	await search.fill('');
	await page.getByLabel('Status', { exact: true }).selectOption('Undeliverable');
	await page.getByRole('heading', { name: '1 match' }).waitFor();
	await rows().filter({ hasText: ABSENT }).waitFor();
	await search.fill('nowhere');
	await page.getByRole('heading', { name: 'No matches' }).waitFor();
});

test('the page works with the keyboard alone', async () => {
	await sendAllKinds();
	await open();
	const { keyboard } = page;
	await conversations().waitFor();
	await keyboard.press('/');
	await expect(focused()).resolves.toBe('Search numbers and texts');
	for (const next of ['Status', 'Numbers…', 'Clear…', 'Conversations']) {
		await tab(next);
	}
	await keyboard.press('Enter');
	await page.getByRole('heading', { name: `+${WAITING}` }).waitFor();
	await bubbles().waitFor();
	await tab(`Messages to and from +${WAITING}`);
	await keyboard.press('Enter');
	await details().waitFor();
	await expect(focused()).resolves.toBe('Message');
	for (const next of ['Close the message', 'Deliver', 'Fail…', 'Expire']) {
		await tab(next);
	}
	await keyboard.press('Enter');
	await details().getByText('EXPIRED_EXPIRED').first().waitFor();
	await keyboard.press('Escape');
	await details().waitFor({ state: 'hidden' });
	await expect(focused()).resolves.toBe(`Messages to and from +${WAITING}`);
});

test('at 360 pixels, Escape leaves the message, then the conversation', async () => {
	await sendAllKinds();
	await open('', { viewport: { width: 360, height: 640 } });
	const { keyboard } = page;
	await conversations().focus();
	await keyboard.press('Enter');
	await bubbles().waitFor();
	await bubbles().focus();
	await keyboard.press('Enter');
	await details().waitFor();
	await keyboard.press('Escape');
	await bubbles().waitFor();
	await keyboard.press('Escape');
	await conversations().waitFor();
	await keyboard.press('ArrowDown');
	await keyboard.press('Enter');
	await bubbles().waitFor();
	// What is written is not lost
	const reply = page.getByRole('textbox', { name: /^Reply from/ });
	await reply.fill('Half a');
	await keyboard.press('Escape');
	await page.waitForTimeout(200);
	expect(await reply.inputValue()).toBe('Half a');
	await reply.fill('');
	await keyboard.press('Escape');
	await conversations().waitFor();
});

/** The name of the element with the focus. */
async function focused(): Promise<string> {
	return await page.evaluate(() => {
		const { ariaLabel, textContent } = document.activeElement as HTMLElement;
		return (ariaLabel ?? textContent ?? '').trim();
	});
}

test('Clear deletes after a confirmation, and leaves the samples unless they are chosen', async () => {
	const now = sandbox.now();
	seedMessages(sandbox.store, { count: 600, from: now - 3_600_000, until: now });
	await send(sandbox, NUMBER, { text: 'My own' });
	await open();
	await conversations().getByRole('row', { name: NUMBER }).waitFor();
	await button('Clear…').click();
	await page.getByRole('heading', { name: 'Delete 1 message?' }).waitFor();
	await button('Cancel').click();
	expect(sandbox.messages).toHaveLength(601);
	await button('Clear…').click();
	await button('Delete').click();
	await page.getByText('No messages yet.').waitFor();
	expect(sandbox.messages).toHaveLength(600);
	await button('Show 600 samples').waitFor();
	await button('Clear…').click();
	expect(await button('Delete').isDisabled()).toBe(true);
	await button('Cancel').click();
	await send(sandbox, NUMBER, { text: 'Another' });
	await conversations().getByRole('row', { name: NUMBER }).waitFor();
	await button('Clear…').click();
	await page.getByRole('checkbox').check();
	await page.getByRole('heading', { name: 'Delete 601 messages?' }).waitFor();
	await button('Delete').click();
	await page.getByText('No messages yet.').waitFor();
	expect(sandbox.messages).toEqual([]);
});

test('a received message has no buttons for a status; Forward to… sets where the next ones go', async () => {
	await send(sandbox, NUMBER, { text: 'Shall we?' });
	await open(`#/${NUMBER}`);
	const reply = async (text: string) => {
		await page.getByRole('textbox', { name: `Reply from +${NUMBER}` }).fill(text);
		await button('Send').click();
		await bubble(text).click();
		await details().getByText(text).first().waitFor();
	};
	await reply('Waits');
	const buttons = async () => (await details().getByRole('button').allTextContents()).slice(1);
	expect(await buttons()).toEqual(['Forward to…']);
	const address = page.getByRole('textbox', { name: 'URL' });
	const forwardTo = async (url: string) => {
		await details().getByRole('button', { name: 'Forward to…' }).click();
		const former = await address.inputValue();
		await address.fill(url);
		await button('Save').click();
		return former;
	};
	// Also beside the reply
	await page.locator('.reply').getByRole('button', { name: 'Forward to…' }).click();
	expect((await address.boundingBox())!.width).toBeGreaterThan(250);
	await address.press('Escape');
	await address.waitFor({ state: 'hidden' });
	await forwardTo(`${receiver.url}/forwarded`);
	await reply('Goes on');
	await details().getByText('answered 200').waitFor();
	expect(await buttons()).toEqual(['Push Again', 'Forward to…']);
	const texts = () =>
		receiver.received
			.filter(({ path }) => path === '/forwarded')
			.flatMap(({ body }) => JSON.parse(body).results)
			.map(({ text }) => text);
	expect(texts()).toEqual(['Goes on']);
	await button('Push Again').click();
	await sandbox.waitFor(() => texts().length === 2);
	expect(await forwardTo('http://127.0.0.1:9/closed')).toBe(`${receiver.url}/forwarded`);
	await reply('Nobody takes it');
	await bubble('Nobody takes it').filter({ hasText: 'Push: ' }).waitFor();
	await forwardTo('');
	await reply('Waits again');
	expect(await buttons()).toEqual(['Forward to…']);
});

test('a report that was not pushed cannot be pushed again; a scheduled time has its zone', async () => {
	await send(sandbox, NUMBER, {
		text: 'Later',
		notifyUrl: `${receiver.url}/later`,
		sendAt: new Date(Math.ceil(sandbox.now() / 3_600_000 + 1) * 3_600_000).toISOString().replace('Z', '+0000'),
	});
	await open(`#/${NUMBER}`);
	await bubble('Later')
		.getByText(/Scheduled for .*:00:00 (CET|CEST)/)
		.click();
	await details()
		.getByText(/:00:00 (CET|CEST)$/)
		.waitFor();
	expect(await button('Push Again').count()).toBe(0);
});

test('with 10,000 messages, only the visible ones are in the page, from end to end', async () => {
	const messages = Array.from({ length: 10_000 }, (_, index) => ({
		destinations: [{ to: NUMBER }],
		text: `Message ${index} ${'and some more words '.repeat(index % 17)}`,
	}));
	await post(sandbox, '/sms/1/text/advanced', { messages });
	await open(`#/${NUMBER}`);
	const most = 80;
	const list = bubbles();
	const elements = () => list.getByRole('row').count();
	await bubble('Message 9999').waitFor();
	expect(await elements()).toBeLessThan(most);
	// To the upper end, where older ones are loaded, until there are none
	await list.focus();
	while (!(await bubble('Message 0 ').isVisible())) {
		await page.keyboard.press('Home');
		await page.waitForTimeout(20);
		expect(await elements()).toBeLessThan(most);
	}
	await expect(list.getAttribute('aria-rowcount')).resolves.toBe('10000');
	await page.keyboard.press('End');
	await bubble('Message 9999').waitFor();
	// A message that arrives at the lower end comes into sight
	await send(sandbox, NUMBER, { text: 'The latest' });
	await bubble('The latest').waitFor();
});

test('it fits a window of 320 pixels, one pane at a time', async () => {
	await sendAllKinds();
	await open('', { viewport: { width: 320, height: 640 } });
	const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	await conversations().getByRole('row', { name: NUMBER }).click();
	await bubble('Your parcel').waitFor();
	expect(await conversations().isVisible()).toBe(false);
	await fits();
	await takePicture(page, 'sandbox-inbox-320');
	await bubble('48 65').click();
	await details().getByText('4: 8-bit data').waitFor();
	await fits();
	await button('Back to the messages').click();
	await page.getByRole('link', { name: 'Back to all numbers' }).click();
	await conversations().waitFor();
	await fits();
	await page.getByRole('searchbox').fill(NUMBER);
	await conversations().getByRole('row', { name: NUMBER }).waitFor();
	await button('Clear…').click();
	await fits();
});

test.each(['light', 'dark'] as const)('axe finds no accessibility problem in %s mode', async (colorScheme) => {
	await open('', { colorScheme, bypassCSP: true });
	await page.addScriptTag({ content: axe.source });
	const findings: unknown[] = [];
	const check = async (state: string) => {
		const { violations } = await page.evaluate(async () => await (window as unknown as { axe: typeof axe }).axe.run());
		findings.push(...violations.map(({ id, nodes }) => ({ state, id, nodes: nodes.map(({ html }) => html) })));
	};
	await check('empty');
	await sendAllKinds();
	await conversations().getByRole('row', { name: NUMBER }).click();
	await bubble('48 65').click();
	await details().waitFor();
	await check('binary message');
	await page.goto(`${sandbox.url}/#/${ABSENT}`);
	await bubble('Ваш заказ').click();
	await details().getByText('answered 200').waitFor();
	await check('failed message');
	await conversations().getByRole('row', { name: WAITING }).click();
	await bubble('Shall we').click();
	await button('Fail…').click();
	await check('waiting message');
	await button('Clear…').click();
	await check('question');
	await button('Cancel').click();
	await page.getByRole('searchbox').fill('parcel');
	await page.getByRole('heading', { name: '2 matches' }).waitFor();
	await check('search');
	await page.setViewportSize({ width: 320, height: 640 });
	await check('320 pixels');
	expect(findings).toEqual([]);
});

const forPictures = TAKES_PICTURES ? test : () => {};

forPictures('the pictures of the documents', async () => {
	await sendAllKinds();
	await open(`#/${NUMBER}`, { colorScheme: 'dark' });
	await bubbles().getByRole('row').last().click();
	await details().waitFor();
	await takePicture(page, 'sandbox-inbox-dark');

	await page.emulateMedia({ colorScheme: 'light' });
	await send(sandbox, WAITING, { from: 'Shop', text: 'Your order 4711 has been shipped. Thank you!' });
	await send(sandbox, WAITING, {
		from: 'Shop',
		text: 'Your parcel is waiting for you at the post office.',
		notifyUrl: `${receiver.url}/reports`,
		intermediateReport: true,
		callbackData: '{"order":4711}',
	});
	await conversations().getByRole('row', { name: WAITING }).click();
	await bubble('Shall we').click();
	await button('Deliver').click();
	await bubble('Your order').click();
	await button('Expire').click();
	await bubble('post office').click();
	await details().getByText('answered 200').waitFor();
	await button('Fail…').click();
	await page.mouse.move(0, 0);
	await takePicture(page, 'sandbox-inbox');
});

test('the page loads nothing from other hosts, and contains no key', async () => {
	for (const path of ['/', '/inbox.js', '/inbox.css', '/icon.svg']) {
		const response = await fetch(`${sandbox.url}${path}`);
		expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
		const body = await response.text();
		expect(body).not.toMatch(/sandbox-key|sandbox-token|c2FuZGJveDpzYW5kYm94/);
		expect(body.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
	}
	await open();
});

test('if others can reach the sandbox, the browser asks for the key, and the page works with it', async () => {
	await sandbox.stop();
	sandbox = await startSandbox({ host: '0.0.0.0', authorizations: ['App of-my-own'] });
	for (const path of ['/', '/inbox.js']) {
		const response = await fetch(`${sandbox.url}${path}`);
		expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="SMS sandbox"']);
	}
	await open('', { httpCredentials: { username: 'any', password: 'of-my-own' } });
	await send(sandbox, NUMBER, { text: 'Hello' });
	await conversations().getByText('Hello').waitFor();
});
