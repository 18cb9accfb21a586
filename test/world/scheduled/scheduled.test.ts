import { scheduledWorld } from '.';
import { testLives } from '../brokenLife';

/** Scheduled Message: what is said of each bulk ID is so, and nothing is changed or left paused without a word. */
testLives(scheduledWorld(), 1200);
