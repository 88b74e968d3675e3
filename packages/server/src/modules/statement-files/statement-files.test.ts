import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STATEMENT_MAX_BYTES } from '@krapao/contract/staff/incoming';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { eventually } from '../../testing/eventually.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { RejectedEntries } from '../rejected-entries/service.ts';
import { SuspenseService } from '../suspense/service.ts';

const ACCOUNT = '0001234572';
const CALL = 'POST /staff/api/statements';

/** Returns a statement of one account: amounts with the reference and the sender of each. */
function mt940(
  entries: readonly { amount: number; ref: string; from?: string }[],
  account = ACCOUNT,
): string {
  const sum = (amount: number): string => amount.toFixed(2).replace('.', ',');
  const lines = entries.map(
    ({ amount, ref, from }) =>
      `:61:260501C${sum(amount)}NTRFNONREF//${ref}\n:86:?30004${from ? `?31${from}` : ''}\n`,
  );
  const total = entries.reduce((all, { amount }) => all + amount, 0);
  return `:20:S\n:25:${account}\n:28C:1/1\n:60F:C260430THB0,00\n${lines.join('')}:62F:C260501THB${sum(total)}\n`;
}

function camt(entries: readonly { amount: number; ref: string; from: string; at: Date }[]): string {
  const all = entries.map(
    ({ amount, ref, from, at }) =>
      `<Ntry><Amt Ccy="THB">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${at.toISOString()}</DtTm></BookgDt>` +
      `<AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><DbtrAcct><Id><Othr><Id>${from}</Id></Othr></Id></DbtrAcct></RltdPties>` +
      `<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>004</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S</Id>` +
    `<Acct><Id><Othr><Id>${ACCOUNT}</Id></Othr></Id></Acct>${all.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}

describe('statement files', () => {
  let server: TestServer;
  let folder: string;
  let cashier: StaffBrowser;
  let support: StaffBrowser;
  let suspense: SuspenseService;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'statements-'));
    server = await startTestServer({ settings: { consolePort: 0, statementDir: folder } });
    [cashier, support] = (await staffOf(server, 'cashier', 'support')) as [StaffBrowser, StaffBrowser];
    suspense = new SuspenseService({ database: server.database, ledger: new Ledger(server.database) });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const upload = async (text: string, name = 'statement.sta') =>
    (await cashier.call(CALL, { name, content: Buffer.from(text).toString('base64') })).body as unknown;
  const joined = async (): Promise<{ member: TestMember; from: string }> => {
    const member = await server.members.join({ bankCode: 'KBANK' });
    return { member, from: member.registration.bankAccountNo };
  };
  const acts = async (): Promise<{ outcome: string; subject: string; reason: string }[]> =>
    server.database.queries
      .selectFrom('staff_audit')
      .select(['outcome', 'subject', 'reason'])
      .where('action', '=', 'statement.read')
      .orderBy('id')
      .execute();

  it('credit members once, however often a file or an entry comes', async () => {
    const { member, from } = await joined();
    const file = mt940([
      { amount: 500, ref: 'A1', from },
      { amount: 500, ref: 'A2', from },
    ]);
    expect(await upload(file)).toEqual({ outcome: 'taken', taken: 2, aside: 0, why: '' });
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
    expect(await upload(file, 'again.sta')).toEqual({ outcome: 'known', taken: 2, aside: 0, why: '' });
    const longer = mt940([
      { amount: 500, ref: 'A1', from },
      { amount: 500, ref: 'A2', from },
      { amount: 7, ref: 'A3', from },
    ]);
    const both = await Promise.all([upload(longer), upload(longer)]);
    for (const told of both) expect(told).toMatchObject({ taken: 3, aside: 0 });
    expect(await member.wallet()).toEqual({ amount: 1007, transit: 0 });
    expect(await acts()).toContainEqual({ outcome: 'done', subject: 'statement statement.sta', reason: '' });
  });

  it('keep money of nobody in suspense, and set aside what contradicts', async () => {
    expect(await upload(mt940([{ amount: 12.34, ref: 'B1' }]))).toMatchObject({ outcome: 'taken', taken: 1 });
    expect(await suspense.list()).toContainEqual(expect.objectContaining({ amount: 1234n }));
    expect(await upload(mt940([{ amount: 99, ref: 'B1' }]))).toMatchObject({ taken: 0, aside: 1 });
    const open = await new RejectedEntries(server.database).list();
    expect(open).toContainEqual(expect.objectContaining({ source: 'bank', form: 'read' }));
  });

  it.each<[string, string, RegExp]>([
    [
      'a balance that does not fit',
      mt940([{ amount: 1, ref: 'C1' }]).replace('THB1,00', 'THB2,00'),
      /closing balance/,
    ],
    ['an account of somebody else', mt940([{ amount: 1, ref: 'C2' }], '999999'), /999999/],
    ['another currency', mt940([{ amount: 1, ref: 'C3' }]).replaceAll('THB', 'LAK'), /BAHT/],
    ['a web page', '<html></html>', /./],
    [
      'a NUL behind a good entry',
      mt940([
        { amount: 1, ref: 'C4' },
        { amount: 1, ref: 'C5\0' },
      ]),
      /NUL/,
    ],
    [
      'a reference without end behind a good entry',
      mt940([
        { amount: 1, ref: 'C6' },
        { amount: 1, ref: randomBytes(4_000).toString('hex') },
      ]),
      /too long/,
    ],
    [
      'attributes without end',
      `<a ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
      /attributes/,
    ],
  ])('are refused whole for %s', async (_name, file, why) => {
    const before = await suspense.list();
    expect(await upload(file, 'wrong.sta')).toEqual({
      outcome: 'unreadable',
      taken: 0,
      aside: 0,
      why: expect.stringMatching(why),
    });
    expect(await suspense.list()).toEqual(before);
    expect(await acts()).toContainEqual({
      outcome: 'refused',
      subject: 'statement wrong.sta',
      reason: expect.stringMatching(why),
    });
  });

  it('credit what one person may give alone: above the limit two decide', async () => {
    const { member, from } = await joined();
    const file = mt940([
      { amount: 20_000, ref: 'E1', from },
      { amount: 20_000.01, ref: 'E2', from },
    ]);
    expect(await upload(file)).toMatchObject({ outcome: 'taken', taken: 2 });
    expect(await member.wallet()).toEqual({ amount: 20_000, transit: 0 });
    const { body } = await cashier.call('GET /staff/api/suspense');
    const [waiting] = body.items.filter((one: { amount: number }) => one.amount === 20_000.01);
    expect(waiting).toMatchObject({ why: 'uploaded', clues: { reference: '2026-05-01/E2' } });
    const { id } = await server.database.queries
      .selectFrom('member')
      .select('id')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    const assigned = { memberId: id, reason: 'the bank has it' };
    expect((await cashier.call(`POST /staff/api/suspense/${waiting.id}/assign`, assigned)).status).toBe(202);
  });

  it('are on record with what was booked of them when the booking breaks off, and hold no other file up', async () => {
    const { queries } = server.database;
    await sql`create function break_off() returns trigger language plpgsql as $$
      begin if new.statement_ref like '%/F2' then raise exception 'broken off'; end if; return new; end $$`.execute(
      queries,
    );
    await sql`create trigger break_off before insert on incoming_transfer
      for each row execute function break_off()`.execute(queries);
    const [broken, whole] = [await joined(), await joined()];
    const file = mt940([
      { amount: 1, ref: 'F1', from: broken.from },
      { amount: 2, ref: 'F2', from: broken.from },
    ]);
    const content = Buffer.from(file).toString('base64');
    expect((await cashier.call(CALL, { name: 'broken.sta', content })).status).toBe(500);
    expect(await broken.member.wallet()).toEqual({ amount: 1, transit: 0 });
    expect(await acts()).toContainEqual({ outcome: 'done', subject: 'statement broken.sta', reason: '' });
    for (const [name, text] of [
      ['a.sta', file],
      ['b.sta', mt940([{ amount: 3, ref: 'F3', from: whole.from }])],
    ] as const) {
      await writeFile(path.join(folder, '.part'), text);
      await rename(path.join(folder, '.part'), path.join(folder, name));
    }
    await eventually(async () => expect(await whole.member.wallet()).toEqual({ amount: 3, transit: 0 }));
    await sql`drop trigger break_off on incoming_transfer`.execute(queries);
    await eventually(async () => expect(await broken.member.wallet()).toEqual({ amount: 3, transit: 0 }));
  });

  it('are taken from staff who may act on incoming money alone, and as a file', async () => {
    const file = { name: 'x', content: Buffer.from(mt940([])).toString('base64') };
    expect((await support.call(CALL, file)).code).toBe('FORBIDDEN');
    for (const body of [{}, { name: 'x', content: '' }, { ...file, content: '%%%' }, { ...file, name: '' }]) {
      expect((await cashier.call(CALL, body)).status).toBe(400);
    }
    const large = { name: 'x', content: 'A'.repeat(12_000_000) };
    expect((await cashier.call(CALL, large)).status).toBe(413);
  });

  it('are taken up to the largest size', async () => {
    const large = `${mt940([])}${' '.repeat(STATEMENT_MAX_BYTES)}`.slice(0, STATEMENT_MAX_BYTES);
    expect(await upload(large, 'large.sta')).toMatchObject({ outcome: 'taken', taken: 0 });
  });

  it('are read from the folder once they have been written', async () => {
    const { member, from } = await joined();
    const hidden = path.join(folder, '.part');
    await writeFile(hidden, camt([{ amount: 250.5, ref: 'D1', from, at: new Date() }]));
    await rename(hidden, path.join(folder, 'day.xml'));
    await eventually(async () => expect(await member.wallet()).toEqual({ amount: 250.5, transit: 0 }));
    await writeFile(path.join(folder, 'bad.xml'), '<Document>');
    await eventually(async () => {
      const open = await new RejectedEntries(server.database).list();
      expect(open.filter(({ entry }) => entry.includes('bad.xml'))).toHaveLength(1);
    });
    expect(await member.wallet()).toEqual({ amount: 250.5, transit: 0 });
  });
});
