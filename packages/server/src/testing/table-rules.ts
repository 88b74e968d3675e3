import type { TableUse } from './table-uses.ts';

/** The lists of `table-owners.ts`. */
export interface TableRules {
  owners: Readonly<Record<string, string>>;
  readModels: Readonly<Record<string, string>>;
  sharedFiles: Readonly<Record<string, { tables: readonly string[] }>>;
  byVariable: readonly string[];
  /** How many queries of a part write a table outside the owner. */
  knownWrites: Counts;
}

type Counts = Readonly<Record<string, Readonly<Partial<Record<string, number>>>>>;

/** Returns one text per difference between the queries and the rules. */
export function ruleProblems(uses: readonly TableUse[], rules: TableRules): string[] {
  const ofTables = uses.filter(({ table }) => table !== undefined && table in rules.owners);
  return [
    ...variableProblems(uses, rules),
    ...sharedProblems(ofTables, rules),
    ...countProblems(ofTables, 'read', {}, rules),
    ...countProblems(ofTables, 'write', rules.knownWrites, rules),
  ];
}

/** The folder of `src`, or of `modules`. */
export function partOf(file: string): string {
  const [folder = '', module = ''] = file.split('/');
  return folder === 'modules' ? module : folder;
}

function variableProblems(uses: readonly TableUse[], { byVariable }: TableRules): string[] {
  const found = new Set(uses.filter(({ table }) => table === undefined).map(({ file }) => file));
  return [
    ...[...found]
      .filter((file) => !byVariable.includes(file))
      .map((file) => `${file} queries a table that is a variable`),
    ...byVariable
      .filter((file) => !found.has(file))
      .map((file) => `${file} is listed and queries no table that is a variable`),
  ];
}

function sharedProblems(uses: readonly TableUse[], { sharedFiles }: TableRules): string[] {
  return Object.entries(sharedFiles).flatMap(([file, { tables }]) =>
    tables
      .filter((table) => !uses.some((use) => use.file === file && use.table === table))
      .map((table) => `${file} is listed for ${table} and does not use it`),
  );
}

/** @param known uses outside the owner that are listed */
function countProblems(
  uses: readonly TableUse[],
  access: TableUse['access'],
  known: Counts,
  rules: TableRules,
): string[] {
  const places = new Map<string, TableUse[]>();
  for (const use of uses) {
    if (use.access !== access || isAllowed(use, rules)) continue;
    const key = `${partOf(use.file)} ${use.table}`;
    places.set(key, [...(places.get(key) ?? []), use]);
  }
  const listed = Object.entries(known).flatMap(([part, tables]) =>
    Object.keys(tables).map((table) => `${part} ${table}`),
  );
  return [...new Set([...places.keys(), ...listed])].toSorted().flatMap((key) => {
    const [part = '', table = ''] = key.split(' ');
    const found = places.get(key) ?? [];
    const count = known[part]?.[table] ?? 0;
    if (found.length === count) return [];
    const where = found.map(({ file, line }) => `${file}:${line}`).join(', ') || 'nowhere';
    return [
      `${part} uses ${table} of ${rules.owners[table]} to ${access}: ${found.length} times, listed ${count} (${where})`,
    ];
  });
}

function isAllowed({ file, table = '', access }: TableUse, rules: TableRules): boolean {
  const part = partOf(file);
  return (
    rules.owners[table] === part ||
    (access === 'read' && part in rules.readModels) ||
    rules.sharedFiles[file]?.tables.includes(table) === true
  );
}
