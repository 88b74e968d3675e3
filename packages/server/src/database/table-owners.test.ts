import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { partOf, ruleProblems, type TableRules } from '../testing/table-rules.ts';
import { tableUses, usesIn, type TableUse } from '../testing/table-uses.ts';
import { QUERIES_BY_VARIABLE, READ_MODELS, SHARED_FILES, TABLE_OWNERS } from './table-owners.ts';

const RULES: TableRules = {
  owners: TABLE_OWNERS,
  readModels: READ_MODELS,
  sharedFiles: SHARED_FILES,
  byVariable: QUERIES_BY_VARIABLE,
};

describe('each table', () => {
  it('is queried by its owner alone, but for what is listed', async () => {
    const uses = await tableUses(fileURLToPath(new URL('../', import.meta.url)));
    expect(uses.length).toBeGreaterThan(500);
    expect(ruleProblems(uses, RULES)).toEqual([]);

    // An owner that does not use its table is a folder that is gone, or a library that does.
    const used = new Set(uses.map(({ file, table }) => `${partOf(file)} ${table}`));
    const unused = Object.entries(TABLE_OWNERS).filter(([table, owner]) => !used.has(`${owner} ${table}`));
    expect(unused).toEqual([['socket_io_attachments', 'composition']]);
  });
});

describe('the rules', () => {
  const rules: TableRules = {
    owners: { member: 'account', slip: 'slips' },
    readModels: { wallet: 'is one' },
    sharedFiles: { 'database/cleaner.ts': { tables: ['slip'] } },
    byVariable: ['database/cleaner.ts'],
  };
  const use = (file: string, table: string | undefined, access: TableUse['access'] = 'read'): TableUse => ({
    file,
    line: 7,
    table,
    access,
  });
  const listed = [
    use('modules/account/repo.ts', 'member', 'write'),
    use('modules/wallet/repo.ts', 'slip'),
    use('database/cleaner.ts', 'slip', 'write'),
    use('database/cleaner.ts', undefined, 'write'),
    use('modules/bonus/repo.ts', 'some_cte'),
  ];

  it('have no objection to owners, read models and what is listed', () => {
    expect(ruleProblems(listed, rules)).toEqual([]);
  });

  it.each<[string, TableUse, string]>([
    ['a reader', use('modules/slips/repo.ts', 'member'), 'modules/slips/repo.ts:7 reads member of account'],
    [
      'a writer',
      use('modules/bonus/repo.ts', 'member', 'write'),
      'modules/bonus/repo.ts:7 writes member of account',
    ],
    [
      'a write of a read model',
      use('modules/wallet/repo.ts', 'slip', 'write'),
      'modules/wallet/repo.ts:7 writes slip of slips',
    ],
    [
      'another table of a shared file',
      use('database/cleaner.ts', 'member', 'write'),
      'database/cleaner.ts:7 writes member of account',
    ],
    [
      'a table that is a variable',
      use('modules/slips/repo.ts', undefined, 'write'),
      'modules/slips/repo.ts queries a table that is a variable',
    ],
  ])('tell %s', (_case, added, problem) => {
    expect(ruleProblems([...listed, added], rules)).toEqual([problem]);
  });

  it.each([
    [2, 'database/cleaner.ts is listed for slip and does not use it'],
    [3, 'database/cleaner.ts is listed and queries no table that is a variable'],
  ])('tell an entry of a list that occurs no more (%i)', (gone, problem) => {
    expect(ruleProblems(listed.toSpliced(gone, 1), rules)).toEqual([problem]);
  });
});

describe('the uses of tables', () => {
  const found = (source: string) => usesIn('a.ts', source).map(({ table, access }) => `${access} ${table}`);

  it.each<[string, string, string[]]>([
    [
      'selectFrom',
      "q.selectFrom('member as m').innerJoin('slip as s', 'a', 'b')",
      ['read slip', 'read member'],
    ],
    ['several', "q.selectFrom(['member', 'slip as s'])", ['read member', 'read slip']],
    ['leftJoin', "q.leftJoin('slip', 'a', 'b')", ['read slip']],
    ['insertInto', "q.insertInto('member')", ['write member']],
    ['a choice', "q.insertInto(a ? 'member' : 'slip')", ['write member', 'write slip']],
    ['updateTable', "q.updateTable('member as m')", ['write member']],
    ['deleteFrom', "q.deleteFrom('slip').using('member')", ['read member', 'write slip']],
    ['a subquery', "q.where((eb) => eb.exists(eb.selectFrom('slip')))", ['read slip']],
    ['from and join', 'sql`select from member m left join slip s on true`', ['read member', 'read slip']],
    ['a typed tag', 'sql<{ a: string }>`select from\n  member`', ['read member']],
    [
      'commas',
      'sql`select from due, member m, slip as s, other where x`',
      ['read due', 'read member', 'read slip', 'read other'],
    ],
    ['lateral', 'sql`from due, lateral member`', ['read due', 'read member']],
    [
      'writes',
      'sql`insert into slip select 1; update member m set a = 1; delete from only due`',
      ['write slip', 'write member', 'write due'],
    ],
    ['a later piece', 'sql`where ${a} and exists (select from slip) ${b}`', ['read slip']],
    ['a nested template', 'sql`${sql`from slip`}`', ['read slip']],
    ['sql.table', "sql`from ${sql.table('slip')}`", ['write slip']],
    ['a variable', 'sql`from ${sql.table(name)}`', ['write undefined']],
    ['a variable of the builder', 'q.insertInto(name).values(a)', ['write undefined']],
    ['a callback', "q.selectFrom((eb) => eb.selectFrom('slip').as('s'))", ['read slip']],
    ['a list', "const a = [{ table: 'slip' }]", ['write slip']],
    ['comments and texts', "sql`-- from slip\nselect 'from member' /* */`; // from slip", []],
    ['other templates', 'const a = `from slip`', []],
    ['other calls', "slips.find('slip')", []],
  ])('are found: %s', (_case, source, uses) => {
    expect(found(source)).toEqual(uses);
  });

  it('have their line', () => {
    expect(usesIn('a.ts', 'const a = 1;\nsql`select\n  from slip`;')[0]?.line).toBe(3);
  });
});
