import { virtualTime } from '../virtualTime';

virtualTime.install();
afterAll(() => virtualTime.uninstall());
