import { waitingWorld } from '.';
import { testLives } from '../brokenLife';

/**
 * Send Text and Wait for Delivery over its whole life: the output was true at the service, waking up sends nothing, a report that was
 * answered 200 shows, every destination is output once, and the wait ends in time.
 */
testLives(waitingWorld(), 350);
