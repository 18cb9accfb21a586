import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { SmsMessagingApi } from '../../credentials/SmsMessagingApi.credentials';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { SmsMessagingPollingTrigger } from '../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { ROOT } from './packedPackage';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

describe('README.md', () => {
	it('names every parameter of the action node, and every entry of its collections', () => {
		const names = new SmsMessaging().description.properties
			.filter(isControl)
			.flatMap((property) => [property.name, ...entriesOf(property)]);
		const missing = new Set(
			names.filter((name) => name !== 'operation' && name !== 'filters' && !readme.includes(`\`${name}\``)),
		);
		expect([...missing]).toEqual([]);
	});

	it.each([
		['trigger', new SmsMessagingTrigger().description.properties],
		['polling trigger', withEntries(new SmsMessagingPollingTrigger().description.properties)],
		['credential', new SmsMessagingApi().properties],
	])('names every field of the %s', (_name, properties) => {
		const missing = properties
			.filter(isControl)
			.filter(({ displayName }) => !readme.toLowerCase().includes(displayName.toLowerCase()));
		expect(missing.map(({ displayName }) => displayName)).toEqual([]);
	});

	it('links to files and headings that exist', () => {
		const targets = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map((match) => String(match[1]));
		expect(targets.length).toBeGreaterThan(5);
		expect(targets.filter((target) => !existsHere(target))).toEqual([]);
	});

	it('has the heading that the credential links to', () => {
		const [, anchor] = new SmsMessagingApi().documentationUrl.split('#');
		expect(existsHere(`#${String(anchor)}`)).toBe(true);
	});
});

function isControl({ type }: INodeProperties): boolean {
	return type !== 'notice' && type !== 'hidden';
}

/** The entries of collections too. */
function withEntries(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...(property.type === 'collection' ? (property.options as INodeProperties[]) : []),
	]);
}

function entriesOf({ type, options = [] }: INodeProperties): string[] {
	return type === 'collection' ? (options as INodeProperties[]).filter(isControl).map(({ name }) => name) : [];
}

function existsHere(target: string): boolean {
	if (!target.startsWith('#')) return existsSync(join(ROOT, target));
	const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map((match) =>
		String(match[1])
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replace(/ /g, '-'),
	);
	return headings.includes(target.slice(1));
}
