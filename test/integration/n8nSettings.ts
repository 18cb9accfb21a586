import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * What n8n-core reads when it is loaded; this module has to be imported before it.
 * It writes a settings file at once, into the home folder unless told otherwise.
 */
const folder = mkdtempSync(join(tmpdir(), 'n8n-core-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL = 'silent';
afterAll(() => rmSync(folder, { recursive: true }));
