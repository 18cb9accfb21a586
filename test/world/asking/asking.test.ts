import { askingWorld } from '.';
import { testLives } from '../brokenLife';

/**
 * Send and Wait for Response: lives of waiting, and people who look at the links and press the buttons, early, late, twice and with
 * forged links. Only presses answer, a confirmed answer is output, and every question is output once, with an answer or a true reason.
 */
testLives(askingWorld(), 250);
