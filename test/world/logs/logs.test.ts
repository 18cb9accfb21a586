import { logsWorld } from '.';
import { testLives } from '../brokenLife';

/** Get Logs: whatever happens, every entry asked for is output once, or the gap is named. */
testLives(logsWorld(), 300);
