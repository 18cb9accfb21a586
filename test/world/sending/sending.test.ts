import { sendingWorld } from '.';
import { testLives } from '../brokenLife';

/** Whatever happens, what the node says is true, nothing is sent twice unnecessarily, and every destination is output once. */
testLives(sendingWorld(), 1000);
