import { reportsWorld } from '.';
import { testLives } from '../brokenLife';

/** Get Reports and Get Received Messages: each report handed out is output once, or its loss is named. */
testLives(reportsWorld(), 1200);
