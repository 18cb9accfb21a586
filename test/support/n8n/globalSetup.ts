import type { Config } from 'jest';

import { startShared } from './shared';

export default async ({ maxWorkers }: { maxWorkers: Config['maxWorkers'] }): Promise<void> =>
	await startShared(Number(maxWorkers));
