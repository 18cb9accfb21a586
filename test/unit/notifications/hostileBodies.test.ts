import { testCosts } from '../../support/hostile/costs';

/** As large as bodies may be: test/long/hostileBodies.test.ts. */
testCosts(1, 20);
