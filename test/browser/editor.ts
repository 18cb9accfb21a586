import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import type { RunningN8n } from '../../tools/n8n/instance';
import { afterwards } from '../support/afterwards';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Pictures of the documentation are taken on request only: they differ in ids and ports each time, and a picture takes a second. */
export const TAKES_PICTURES = process.env.UPDATE_SCREENSHOTS === '1';

export async function takePicture(part: Page | Locator, name: string, options: object = {}): Promise<void> {
	if (!TAKES_PICTURES) return;
	const path = join(__dirname, '../../docs', `${name}.png`);
	await part.screenshot({ path, animations: 'disabled', ...options });
}

/** @throws Error in one line that says what to do, where there is no browser */
export async function launchChromium(...args: string[]): Promise<Browser> {
	const candidates = [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS];
	const executablePath = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
	if (executablePath === undefined)
		throw new Error(
			'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program',
		);
	const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...args] });
	afterwards({ stop: async () => await browser.close() });
	return browser;
}

/** n8n's editor in a headless browser, signed in as the owner. */
export class Editor {
	/** What scripts in the page threw; stays empty while all is well. */
	readonly pageErrors: string[] = [];

	private constructor(
		readonly page: Page,
		private readonly baseUrl: string,
	) {
		page.on('pageerror', ({ message }) => this.pageErrors.push(message));
		page.setDefaultTimeout(60_000);
	}

	static async open(n8n: RunningN8n): Promise<Editor> {
		const browser = await launchChromium(
			'--disable-quic',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			// The editor asks for things on the internet, and waits for them where there is none. A route would turn the cache off
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		);
		const context = await browser.newContext({
			viewport: { width: 1400, height: 900 },
			reducedMotion: 'reduce',
		});
		const [name = '', value = ''] = n8n.rest.sessionCookie.split('=');
		await context.addCookies([{ name, value, url: n8n.baseUrl }]);
		return new Editor(await context.newPage(), n8n.baseUrl);
	}

	byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`).first();
	}

	/** Opens a saved workflow, or an empty one. */
	async openWorkflow(id = 'new'): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`, { waitUntil: 'domcontentloaded' });
		await this.byTestId('canvas-wrapper').waitFor();
		// What the editor shows while it looks for things that an offline n8n does not have
		const hint = this.page.getByRole('button', { name: 'Got it' });
		if (await hint.isVisible()) await hint.click();
	}

	/** Opens the panel of a node on the canvas. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.byTestId('node-parameters').waitFor();
	}

	/** Chooses a value of a parameter, whose list is open then. */
	async choose(control: Locator, name: RegExp): Promise<void> {
		await control.click();
		const option = this.page.getByRole('option', { name }).first();
		await option.click();
		// A list that is still closing has the same options as the next one
		await option.waitFor({ state: 'hidden' });
	}

	/** Goes on with a workflow where it is open already, which spares loading the editor anew. */
	async backTo(id: string): Promise<void> {
		// While the panel of a node is open, its id follows
		if (new URL(this.page.url()).pathname.split('/')[2] !== id) return await this.openWorkflow(id);
		const panel = this.byTestId('node-parameters');
		if (await panel.isVisible())
			await this.byTestId('ndv-close-button')
				.click({ timeout: 2000 })
				.catch(() => undefined);
		await panel.waitFor({ state: 'hidden', timeout: 2000 }).catch(() => undefined);
		if (await panel.isVisible()) await this.openWorkflow(id);
	}

	/** Of what is seen, or of one part of it. */
	async screenshot(name: string, testId?: string): Promise<void> {
		await takePicture(testId === undefined ? this.page : this.byTestId(testId), name);
	}
}
