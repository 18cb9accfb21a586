/** big.js: exact decimal numbers, since 0.1 + 0.2 is not 0.3 in floating point. */
export { Big } from 'big.js';
