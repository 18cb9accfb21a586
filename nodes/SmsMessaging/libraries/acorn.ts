/** acorn: JavaScript as a tree. */
export { parse } from 'acorn';
export type { AnyNode, Expression, Program, SpreadElement } from 'acorn';
