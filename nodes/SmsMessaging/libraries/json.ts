/** JSON.parse with numbers as the caller reads them; it takes 1.5 to 3 times as long. */
export { parse } from 'json-custom-numbers';
