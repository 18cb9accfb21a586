import { host } from '../../nodes/SmsMessaging/n8n/host';
import { virtualTime } from '../support/virtualTime';

// In real time: a busy machine needs longer for what costs none in virtual time
jest.setTimeout(120_000);
virtualTime.install();
Object.assign(host, {
	elapsed: () => Date.now(),
	// Long after n8n's start
	age: () => Infinity,
	deadline: (ms: number) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms).unref();
		return controller.signal;
	},
});
afterAll(() => virtualTime.uninstall());
