import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installCommunityPackage, registerCommunityPackage } from './communityPackage';
import { n8nEnvironment } from './environment';
import { CACHE, N8N_NODE, N8N_PACKAGE, N8N_PROGRAM } from './places';
import { freePorts } from './ports';
import { runCommand } from './runCommand';
import { sandboxCredential } from './sandboxCredential';

/** The file that identifies the tarball installed in a user folder. */
const MARKER = 'package.sha256';

async function hashOf(tarball: string): Promise<string> {
	return createHash('sha256')
		.update(await readFile(tarball))
		.digest('hex');
}

/** A user folder as n8n leaves it after its first start: a migrated database, an encryption key, the credential. */
async function createDatabase(userFolder: string): Promise<void> {
	// Only the command line can import a credential with a fixed id, which workflow files can refer to
	const file = join(userFolder, 'credential.json');
	await writeFile(file, JSON.stringify([sandboxCredential('http://127.0.0.1:8025')]));
	const [port = 0, brokerPort = 0] = await freePorts(2);
	await runCommand(N8N_NODE, [N8N_PROGRAM, 'import:credentials', `--input=${file}`], {
		cwd: N8N_PACKAGE,
		env: n8nEnvironment({ userFolder, port, brokerPort }),
	});
	await rm(file);
}

async function installPackage(userFolder: string, tarball: string): Promise<void> {
	await installCommunityPackage(userFolder, tarball);
	await registerCommunityPackage(userFolder, tarball);
	await writeFile(join(userFolder, MARKER), await hashOf(tarball));
}

/** A ready user folder with this package, made once and then copied: a new database takes n8n about 5 seconds. */
async function template(tarball: string): Promise<string> {
	const folder = join(CACHE, 'templates', (await hashOf(tarball)).slice(0, 16));
	if (existsSync(folder)) return folder;
	await mkdir(join(CACHE, 'templates'), { recursive: true });
	const scratch = await mkdtemp(join(CACHE, 'templates', 'making-'));
	await createDatabase(scratch);
	await installPackage(scratch, tarball);
	await rename(scratch, folder).catch(async (error: NodeJS.ErrnoException) => {
		await rm(scratch, { recursive: true, force: true });
		// Another process was first
		if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
	});
	return folder;
}

/**
 * Makes a user folder ready for n8n to start in: with database, the sandbox credential (SANDBOX_CREDENTIAL) and the
 * packed package installed as a community package. A folder that n8n has used before keeps all its data; the package in
 * it is replaced if the tarball is a different one. n8n must not be running on it.
 */
export async function prepareUserFolder(userFolder: string, tarball: string): Promise<void> {
	if (!existsSync(join(userFolder, '.n8n', 'database.sqlite'))) {
		await mkdir(userFolder, { recursive: true });
		await cp(await template(tarball), userFolder, { recursive: true });
		return;
	}
	const installed = await readFile(join(userFolder, MARKER), 'utf8').catch(() => '');
	if (installed !== (await hashOf(tarball))) await installPackage(userFolder, tarball);
}
