import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes a settings file as soon as it is loaded, into the home folder unless told otherwise.
// This module has to be imported before it.
const folder = mkdtempSync(join(tmpdir(), 'n8n-core-'));
process.env.N8N_USER_FOLDER = folder;
afterAll(() => rmSync(folder, { recursive: true }));
