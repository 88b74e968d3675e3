import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A query's use of a table. */
export interface TableUse {
  /** Path below `src`. */
  file: string;
  line: number;
  /** A name that the query uses like a table's; undefined where it is a variable. */
  table: string | undefined;
  access: 'read' | 'write';
}

type Node = Record<string, unknown> & { type: string; start: number };

/** Methods of the query builder that take a table, and of sql`` tags. */
const BUILDERS: Readonly<Record<string, TableUse['access']>> = {
  selectFrom: 'read',
  innerJoin: 'read',
  leftJoin: 'read',
  rightJoin: 'read',
  fullJoin: 'read',
  crossJoin: 'read',
  using: 'read',
  insertInto: 'write',
  updateTable: 'write',
  deleteFrom: 'write',
  mergeInto: 'write',
  replaceInto: 'write',
};
const BEFORE_TABLE =
  /\b(insert\s+into|merge\s+into|delete\s+from|update|truncate|from|join|using|table)\s+(?:only\s+|lateral\s+)?/gi;
const WRITES = /^(?:insert|merge|delete|update|truncate)/i;
const NAME = /^(\w+)/;
/** The next table after a comma; the one before may have an alias. */
const NEXT_NAME = /^\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*(?:lateral\s+)?(\w+)/i;

/** Returns the uses of tables by the product's own queries; tests are left out. */
export async function tableUses(sourceDir: string): Promise<TableUse[]> {
  const names = (await readdir(sourceDir, { recursive: true }))
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
    .toSorted();
  const uses = await Promise.all(
    names.map(async (file) => usesIn(file, await readFile(path.join(sourceDir, file), 'utf8'))),
  );
  return uses.flat();
}

/** Returns the uses of tables in one file. */
export function usesIn(file: string, source: string): TableUse[] {
  const uses: TableUse[] = [];
  const add = (start: number, table: string | undefined, access: TableUse['access']) =>
    uses.push({ file, line: source.slice(0, start).split('\n').length, table, access });
  walk(parseAst(source, { lang: 'ts' }), (node) => {
    if (node.type === 'TaggedTemplateExpression' && isSqlTag(node['tag'] as Node)) {
      for (const { offset, table, access } of sqlUses((node['quasi'] as Node)['quasis'] as Node[]))
        add(offset, table, access);
    }
    if (node.type === 'CallExpression') {
      const property = propertyOf(node['callee'] as Node);
      const [first] = node['arguments'] as Node[];
      const access = property && BUILDERS[property['name'] as string];
      if (access && first)
        for (const table of namesIn(first)) add(property.start, table?.split(' ')[0], access);
      const isTableOfSql =
        property?.['name'] === 'table' && isSqlTag((node['callee'] as Node)['object'] as Node);
      if (isTableOfSql && first) for (const table of namesIn(first)) add(property.start, table, 'write');
    }
    // Lists of tables that are queried by their name.
    if (node.type === 'Property' && (node['key'] as Node)['name'] === 'table') {
      for (const table of namesIn(node['value'] as Node)) if (table) add(node.start, table, 'write');
    }
  });
  return uses;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) visit(value as Node);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

const propertyOf = (callee: Node) =>
  callee.type === 'MemberExpression' ? (callee['property'] as Node) : undefined;

const isSqlTag = (tag: Node) => tag.type === 'Identifier' && tag['name'] === 'sql';

/** Returns the names that an expression can be; undefined stands for a variable. A callback has none. */
function namesIn(node: Node): (string | undefined)[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((branch) => namesIn(branch as Node));
    case 'ArrayExpression':
      return (node['elements'] as Node[]).flatMap(namesIn);
    case 'Identifier':
    case 'MemberExpression':
      return [undefined];
    default:
      return [];
  }
}

/** Finds tables in the constant pieces of a template. Comments are blanked, so that positions stay. */
function sqlUses(pieces: readonly Node[]): { offset: number; table: string; access: TableUse['access'] }[] {
  return pieces.flatMap((piece) => {
    const raw = (piece['value'] as { raw: string }).raw;
    const text = raw.replace(/--[^\n]*|'(?:[^']|'')*'/g, (hidden) => ' '.repeat(hidden.length));
    return [...text.matchAll(BEFORE_TABLE)].flatMap((match) => {
      const access = WRITES.test(match[0]) ? ('write' as const) : ('read' as const);
      let offset = match.index + match[0].length;
      const found = [];
      let table = NAME.exec(text.slice(offset))?.[1];
      while (table !== undefined) {
        found.push({ offset: piece.start + match.index, table, access });
        const next = access === 'read' ? NEXT_NAME.exec(text.slice(offset)) : null;
        table = next?.[1];
        offset += next ? next[0].length - (next[1]?.length ?? 0) : 0;
      }
      return found;
    });
  });
}
