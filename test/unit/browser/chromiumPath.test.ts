import { chromiumPath } from '../../browser/editor';

test('a machine without a browser: one line says what to do', () => {
	const find = () => chromiumPath(['/nowhere/chromium', undefined, '/nowhere/chrome']);
	expect(find).toThrow(/^The browser tests need Chromium: install it .* or set CHROMIUM_PATH to its program$/);
});

test('the first program that is there is taken', () => {
	expect(chromiumPath([undefined, '/nowhere/chromium', process.execPath, '/nowhere/chrome'])).toBe(process.execPath);
});

test('CHROMIUM_PATH comes before what is installed', () => {
	const before = process.env.CHROMIUM_PATH;
	process.env.CHROMIUM_PATH = process.execPath;
	try {
		expect(chromiumPath()).toBe(process.execPath);
	} finally {
		if (before === undefined) delete process.env.CHROMIUM_PATH;
		else process.env.CHROMIUM_PATH = before;
	}
});
