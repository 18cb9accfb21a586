import { pollingWorld } from '.';
import { testLives } from '../brokenLife';

/**
 * The polling trigger: each report handed out starts one run, is filtered out, or its loss is named, and polling continues whatever
 * happens to n8n, its clock and the service.
 */
testLives(pollingWorld(), 800);
