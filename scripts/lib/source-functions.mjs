import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

/**
 * A function of a source file; `no` counts from its beginning.
 * @typedef {{ no: number, line: number, code: string }} SourceFunction
 * @typedef {{ head: number, start: number, body: number, end: number }} Extent offsets of the name it is given to, of
 *   its beginning, its body and its end
 * @typedef {{ line: number, column: number }} Position the line counts from 1, the column from 0
 */

/**
 * Finds the functions of a source file by positions. Source maps of a bundle and of a tests' module name different
 * ones for the same function: its name, its first parameter, its body.
 */
export class SourceFunctions {
  /** @type {readonly number[]} */
  #lineStarts;
  /** @type {readonly string[]} */
  #lines;
  /** @type {readonly Extent[]} */
  #extents;

  /** @param {string} path of a file of TypeScript or JavaScript */
  constructor(path) {
    const code = readFileSync(path, 'utf8');
    this.#lines = code.split('\n');
    let next = 0;
    this.#lineStarts = this.#lines.map((line) => {
      const start = next;
      next += line.length + 1;
      return start;
    });
    this.#extents = extentsOf(path, code);
  }

  /**
   * Returns the function of an entry in Istanbul's function map; undefined where it is none of the source, like those
   * that a bundler adds.
   * @param {{ decl: { start: Position }, loc: { start: Position } }} entry
   */
  find({ decl, loc }) {
    const no =
      this.#headAt(decl.start) ??
      this.#nearestInLine(decl.start) ??
      // A bundler moves a function to where it is used: its beginning is mapped to there, its body is not.
      this.#bodyAt(loc.start);
    return no === undefined ? undefined : { no, ...this.#placeOf(no) };
  }

  #headAt(/** @type {Position} */ position) {
    const offset = this.#offsetOf(position);
    return this.#last(({ head, body }) => head <= offset && offset <= body);
  }

  #nearestInLine(/** @type {Position} */ { line, column }) {
    const from = this.#offsetOf({ line, column: 0 });
    const to = this.#offsetOf({ line: line + 1, column: 0 });
    const inLine = [...this.#extents.entries()].filter(([, { head }]) => from <= head && head < to);
    const distance = (/** @type {Extent} */ { start }) => Math.abs(start - from - column);
    return inLine.toSorted(([, one], [, other]) => distance(one) - distance(other))[0]?.[0];
  }

  #bodyAt(/** @type {Position} */ position) {
    const offset = this.#offsetOf(position);
    return this.#last(({ body, end }) => body <= offset && offset < end);
  }

  #last(/** @type {(extent: Extent) => boolean} */ isMeant) {
    const no = this.#extents.findLastIndex(isMeant);
    return no < 0 ? undefined : no;
  }

  #offsetOf(/** @type {Position} */ { line, column }) {
    return (this.#lineStarts[line - 1] ?? Infinity) + column;
  }

  #placeOf(/** @type {number} */ no) {
    const { head = 0 } = this.#extents[no] ?? {};
    const line = this.#lineStarts.findLastIndex((start) => start <= head);
    return { line: line + 1, code: (this.#lines[line] ?? '').trim() };
  }
}

/** @returns {Extent[]} in the order of their beginnings */
function extentsOf(/** @type {string} */ path, /** @type {string} */ code) {
  /** @type {Map<number, number>} */
  const headOf = new Map();
  /** @type {Extent[]} */
  const found = [];
  const named = (
    /** @type {{ start: number }} */ { start },
    /** @type {{ start: number } | null} */ value,
  ) => {
    if (value && !headOf.has(value.start)) headOf.set(value.start, start);
  };
  const note = (
    /** @type {{ start: number, end: number, body: { start: number } | null }} */ { start, end, body },
  ) => {
    // A declaration without a body is a type.
    if (body) found.push({ head: headOf.get(start) ?? start, start, body: body.start, end });
  };
  new Visitor({
    VariableDeclarator: (node) => named(node, node.init),
    Property: (node) => named(node, node.value),
    PropertyDefinition: (node) => named(node, node.value),
    MethodDefinition: (node) => named(node, node.value),
    ArrowFunctionExpression: note,
    FunctionExpression: note,
    FunctionDeclaration: note,
  }).visit(parseSync(path, code).program);
  return found.toSorted((a, b) => a.start - b.start);
}
