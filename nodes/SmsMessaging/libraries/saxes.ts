/** XML: refuses what is not well-formed, in linear time (sax needs time with the square of its length for `<!-…`, and ignores a second root). */
export { SaxesParser } from 'saxes';
