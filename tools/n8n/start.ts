/** npm start: sends the example list through n8n, shows the status of each message, and keeps running for use in n8n's editor. */
import { runDemoCommand } from './demoCommand';
import { startDemo } from './demoSession';
import { OWNER } from './instance';
import { sandboxCredential } from './sandboxCredential';

void runDemoCommand(process.argv.slice(2), startDemo, async ({ n8n, sandbox }, interrupted, { once }) => {
	if (once) return;
	process.stdout.write(`
Open n8n     ${n8n.baseUrl}
Sign in      ${OWNER.email}
Password     ${OWNER.password}

Try first    Open the workflow ‘SMS: bulk send’ and press ‘Execute workflow’. Then look at the executions of
             ‘SMS: delivery notifications’: each is a delivery report.
Examples     All names begin with ‘SMS:’; docs/recipes/README.md describes most of them.
Then         Create your own workflow: click the + of ‘Add first step…’, type sms messaging, and choose ‘SMS Messaging’ and an action.
Sandbox      ${sandbox.url}/ shows every message (none leaves this machine) and the test numbers
             For your own credential: Base URL ${sandbox.url}, API Key ${sandboxCredential(sandbox.url).data.apiKey}
Data         ${n8n.userFolder}: remove that folder to start over. Every start resets the example workflows:
             duplicate one to keep your changes.

Ctrl-C stops n8n and the sandbox.
`);
	const ended = n8n.ended.then(() => process.stdout.write(`n8n has ended. Its log: ${n8n.logFile}\n`));
	await Promise.race([interrupted, ended]);
});
