import { virtualTime } from '../virtualTime';

// In real time: a busy machine needs longer for what costs none in virtual time
jest.setTimeout(120_000);
virtualTime.install();
afterAll(() => virtualTime.uninstall());
