/** npm run demo: sends the example list through n8n, shows what became of each message, and exits. */
import { runDemoCommand } from './demoCommand';
import { startDemo } from './demoSession';

void runDemoCommand(process.argv.slice(2), startDemo, async () => {});
