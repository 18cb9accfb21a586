/** npm run demo: sends the example list through n8n, shows what became of each message, and exits. */
import { runDemoCommand } from './demoCommand';

void runDemoCommand(process.argv.slice(2), async () => {});
