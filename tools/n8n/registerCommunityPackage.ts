/**
 * Run as a script, on n8n's own Node: registerCommunityPackage.ts <package folder> <SQLite database>.
 * Writes the rows that n8n writes when it has installed a community package.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PackageDirectoryLoader } from 'n8n-core';

interface Manifest {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
}

async function register(packageFolder: string, databaseFile: string): Promise<void> {
	const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();

	const database = new DatabaseSync(databaseFile);
	database.exec('PRAGMA foreign_keys = ON; BEGIN');
	database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(manifest.name);
	database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(manifest.name);
	database
		.prepare(
			`INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
			 VALUES (?, ?, ?, ?, STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW'), STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW'))`,
		)
		.run(manifest.name, manifest.version, manifest.author?.name ?? null, manifest.author?.email ?? null);
	const insertNode = database.prepare(
		'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
	);
	for (const { name, version } of loader.loadedNodes) {
		const displayName = loader.nodeTypes[name]?.type.description.displayName ?? name;
		insertNode.run(displayName, `${manifest.name}.${name}`, version, manifest.name);
	}
	database.exec('COMMIT');
	database.close();
}

const [packageFolder, databaseFile] = process.argv.slice(2);
if (packageFolder === undefined || databaseFile === undefined)
	throw new Error('Two arguments: package folder, database');
void register(packageFolder, databaseFile);
