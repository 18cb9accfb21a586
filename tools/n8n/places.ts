import { join } from 'node:path';

/** The clone. */
export const ROOT = join(__dirname, '../..');

/** The private package that pins n8n. */
export const N8N_PACKAGE = __dirname;

/** The Node 24 that n8n needs (`npm run toolchain`). */
export const N8N_NODE = join(ROOT, 'node_modules', '.bin', 'node');

/** The n8n command line program, to be run with N8N_NODE. */
export const N8N_PROGRAM = join(N8N_PACKAGE, 'node_modules', 'n8n', 'bin', 'n8n');

/** Files that can be made again at any time; removed with n8n's node_modules, so they never outlive an n8n version. */
export const CACHE = join(N8N_PACKAGE, 'node_modules', '.cache', 'sms-messaging');

/** The example workflows. */
export const WORKFLOWS = join(ROOT, 'workflows');

/** User folders of instances that tests start; git-ignored, kept when a test fails so that n8n's log can be read. */
export const TEST_RESULTS = join(ROOT, 'test-results', 'n8n');

/** The user folder of `npm start`. */
export const DEMO_FOLDER = join(ROOT, '.demo');
