/** acorn: JavaScript as a tree. */
export { parse } from 'acorn';
export type { AnyNode, CallExpression, Expression, Program, SpreadElement } from 'acorn';
