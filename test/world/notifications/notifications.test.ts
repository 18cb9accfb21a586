import { notificationsWorld } from '.';
import { testLives } from '../brokenLife';

/**
 * Pushes to the trigger: a report that was answered 200 has started exactly one run or was rightly left out, every push is answered in
 * time, and nothing is held longer than necessary.
 */
testLives(notificationsWorld(), 900);
