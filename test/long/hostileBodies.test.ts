import { testCosts } from '../support/hostile/costs';

testCosts(4, 100);
