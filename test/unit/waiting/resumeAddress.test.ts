import { doubtAboutReach } from '../../../nodes/SmsMessaging/waiting/resumeAddress';

test.each([
	...['http://localhost:5678/', 'https://localhost/', 'http://127.0.0.1:5678/', 'http://[::1]:5678/'],
	...['http://10.1.2.3/', 'https://192.168.0.7/', 'http://172.16.0.1/', 'http://172.31.255.1/'],
	...['http://169.254.1.1/', 'http://[fd00::1]/', 'http://n8n:5678/', 'http://n8n.local/'],
])('%s can be reached from this machine only', (address) => {
	const doubt = doubtAboutReach(new URL(`${address}webhook-waiting/1/send?signature=topsecret`));
	expect(doubt).toContain(new URL(address).hostname);
	expect(doubt).not.toContain('topsecret');
});

test.each([
	...['http://n8n.example.com/', 'http://203.0.113.7:5678/', 'http://172.32.0.1/', 'http://11.0.0.1/'],
	...['https://n8n.example.com/', 'https://203.0.113.7/', 'https://localhost.example.com/', 'https://[2001:db8::1]/'],
])('%s: a warning unless it is encrypted', (address) => {
	const doubt = doubtAboutReach(new URL(`${address}webhook-waiting/1/send`)) ?? '';
	expect(doubt).toMatch(address.startsWith('https:') ? /^$/ : /unencrypted/);
});
