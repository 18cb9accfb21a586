/**
 * Loaded into n8n with NODE_OPTIONS=--require: ends n8n (SIGKILL) right before it stores an execution as waiting, once, as soon as
 * the file named by KILL_BEFORE_WAIT exists.
 */
const { existsSync, unlinkSync } = require('node:fs');
const Module = require('node:module');

const load = Module._load;
const changed = new WeakSet();
Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const persistence = String(request).endsWith('execution-persistence') ? exported?.ExecutionPersistence : undefined;
	if (persistence !== undefined && !changed.has(persistence)) {
		changed.add(persistence);
		const update = persistence.prototype.updateExistingExecution;
		persistence.prototype.updateExistingExecution = async function (id, execution, ...more) {
			const flag = process.env.KILL_BEFORE_WAIT;
			if (execution.status === 'waiting' && flag !== undefined && existsSync(flag)) {
				unlinkSync(flag);
				process.kill(process.pid, 'SIGKILL');
			}
			return await update.call(this, id, execution, ...more);
		};
	}
	return exported;
};
