import type { TableUse } from './table-uses.ts';

/** The lists of `table-owners.ts`. */
export interface TableRules {
  owners: Readonly<Record<string, string>>;
  readModels: Readonly<Record<string, string>>;
  sharedFiles: Readonly<Record<string, { tables: readonly string[] }>>;
  byVariable: readonly string[];
}

/** Returns one text per difference between the queries and the rules. */
export function ruleProblems(uses: readonly TableUse[], rules: TableRules): string[] {
  const ofTables = uses.filter(({ table }) => table !== undefined && table in rules.owners);
  return [
    ...variableProblems(uses, rules),
    ...sharedProblems(ofTables, rules),
    ...ownerProblems(ofTables, rules),
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

const ownerProblems = (uses: readonly TableUse[], rules: TableRules): string[] =>
  uses
    .filter((use) => !isAllowed(use, rules))
    .map(
      ({ file, line, table = '', access }) => `${file}:${line} ${access}s ${table} of ${rules.owners[table]}`,
    );

function isAllowed({ file, table = '', access }: TableUse, rules: TableRules): boolean {
  const part = partOf(file);
  return (
    rules.owners[table] === part ||
    (access === 'read' && part in rules.readModels) ||
    rules.sharedFiles[file]?.tables.includes(table) === true
  );
}
