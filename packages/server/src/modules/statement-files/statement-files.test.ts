import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STATEMENT_MAX_BYTES } from '@krapao/contract/staff/incoming';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { sameMoneyCheck } from '../../audit/same-money.ts';
import { statementDayCheck } from '../../audit/statement-days.ts';
import { dayOf } from '../../kernel/bangkok-time.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { TestMember } from '../../testing/members.ts';
import { transferBy } from '../../testing/slips.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { swiftDay } from '../../testing/statement-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { RejectedEntries } from '../rejected-entries/service.ts';
import { SuspenseService } from '../suspense/service.ts';

const ACCOUNT = '0001234572';
const CALL = 'POST /staff/api/statements';
/** A day some weeks ago. */
const DAY = swiftDay(new Date(Date.now() - 20 * DAY_MS));

/** Returns a statement of one account: amounts with the reference and the sender of each. */
function mt940(
  entries: readonly { amount: number; ref: string; from?: string; day?: string }[],
  account = ACCOUNT,
): string {
  const sum = (amount: number): string => amount.toFixed(2).replace('.', ',');
  const lines = entries.map(
    ({ amount, ref, from, day = DAY }) =>
      `:61:${day}C${sum(amount)}NTRFNONREF//${ref}\n:86:?30004${from ? `?31${from}` : ''}\n`,
  );
  const total = entries.reduce((all, { amount }) => all + amount, 0);
  return `:20:S\n:25:${account}\n:28C:1/1\n:60F:C${DAY}THB0,00\n${lines.join('')}:62F:C${DAY}THB${sum(total)}\n`;
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
  let finance: StaffBrowser;
  let support: StaffBrowser;
  let suspense: SuspenseService;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'statements-'));
    server = await startTestServer({
      settings: { consolePort: 0, statementDir: folder },
    });
    [cashier, finance, support] = (await staffOf(server, 'cashier', 'finance', 'support')) as [
      StaffBrowser,
      StaffBrowser,
      StaffBrowser,
    ];
    suspense = new SuspenseService({ database: server.database, ledger: new Ledger(server.database) });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const fileOf = (text: string, name = 'statement.sta') => ({
    name,
    content: Buffer.from(text).toString('base64'),
    reason: 'the bank sent it',
  });
  /** Gives a file. @returns what became of it, or the proposal's id */
  const give = async (text: string, name?: string) => (await cashier.call(CALL, fileOf(text, name))).body;
  const decide = (approvalId: string, decision: 'approve' | 'refuse') =>
    finance.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision, reason: 'compared' });
  const listed = async () => (await support.call('GET /staff/api/statements')).body.items;
  /** A file of the folder is read once it has not changed between two looks. */
  const lookTwice = async () => {
    await server.workOff();
    await server.workOff();
  };
  /** Gives a file, has it approved, and waits until it is booked. @returns it as it is listed */
  const book = async (text: string, name = 'statement.sta') => {
    const { approvalId } = await give(text, name);
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    return server.whenDone(async () => {
      const [newest] = await listed();
      expect(newest).toMatchObject({ name, state: 'booked', approvalId: null });
      return newest;
    });
  };
  /** Lets time pass, in which staff sign in again. */
  const pass = async (ms: number): Promise<void> => {
    await server.pass(ms);
    for (const [index, person] of [cashier, finance, support].entries()) {
      await person.signIn(`${['cashier', 'finance', 'support'][index]}${index}@staff.example`);
    }
  };
  const joined = async (): Promise<{ member: TestMember; from: string }> => {
    const member = await server.members.join({ bankCode: 'KBANK' });
    return { member, from: member.registration.bankAccountNo };
  };
  const acts = async (): Promise<{ action: string; outcome: string; reason: string }[]> =>
    server.database.queries
      .selectFrom('staff_audit')
      .select(['action', 'outcome', 'reason'])
      .where('action', 'like', 'statement.book.%')
      .orderBy('id')
      .execute();

  it('of one person wait for a second one, who credits members once, however often they come', async () => {
    const { member, from } = await joined();
    const file = mt940([
      { amount: 500, ref: 'A1', from },
      { amount: 500, ref: 'A2', from },
    ]);
    const { approvalId } = await give(file);
    expect((await cashier.call(CALL, fileOf(file, 'again.sta'))).code).toBe('ALREADY_PROPOSED');
    expect(await listed()).toEqual([
      expect.objectContaining({
        name: 'statement.sta',
        state: 'waiting',
        entries: 2,
        sums: [{ currency: 'BAHT', amount: 1000 }],
        maker: expect.objectContaining({ name: expect.any(String) }),
        approvalId,
      }),
    ]);
    const own = { decision: 'approve', reason: 'mine' };
    const path_ = `POST /staff/api/approvals/${approvalId}/decision`;
    expect((await cashier.call(path_, own)).code).toBe('OWN_PROPOSAL');
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
    await server.workOff();
    expect(await listed()).toEqual([expect.objectContaining({ state: 'booked', taken: 2, aside: 0 })]);
    expect(await give(file, 'again.sta')).toEqual({ outcome: 'known', taken: 2, aside: 0, why: '' });
    const longer = mt940([
      { amount: 500, ref: 'A1', from },
      { amount: 500, ref: 'A2', from },
      { amount: 7, ref: 'A3', from },
    ]);
    expect(await book(longer)).toMatchObject({ taken: 3, aside: 0 });
    expect(await member.wallet()).toEqual({ amount: 1007, transit: 0 });
    expect(await acts()).toEqual(
      expect.arrayContaining([
        { action: 'statement.book.propose', outcome: 'done', reason: 'the bank sent it' },
        { action: 'statement.book.approve', outcome: 'done', reason: 'compared' },
        { action: 'statement.book.propose', outcome: 'refused', reason: 'read before' },
      ]),
    );
  });

  describe('of a day of which others have told', () => {
    let number = 0;
    /** Writes the statement of one entry of today; each is another statement of the account. */
    const one = (amount: number, from: string, line: string): string => {
      number += 1;
      const day = swiftDay();
      return `:20:T${number}\n:25:${ACCOUNT}\n:28C:${number}/1\n:60F:C${day}THB0,00\n:61:${day}${day.slice(2)}C${amount},00${line}\n:86:166?00TRANSFER?30004?31${from}\n:62F:C${day}THB${amount},00\n`;
    };
    const waiting = async (amount: number) =>
      (await finance.call('GET /staff/api/suspense')).body.items.filter(
        (item: { amount: number }) => item.amount === amount,
      );

    it('credit nothing more for a transfer that the feed has told of under another reference', async () => {
      const { member, from } = await joined();
      await transferBy(server.world, member, { toAccountNo: ACCOUNT, amount: 1000 });
      await server.workOff();
      expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
      expect(await book(one(1000, from, 'NTRFNONREF//B77001'))).toMatchObject({ taken: 1, aside: 0 });
      expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
      expect(await waiting(1000)).toEqual([]);
    });

    it.each<[string, string, number]>([
      ['the bank gives no reference', 'NTRFNONREF', 701],
      ['the payer’s reference is alike', 'NTRFPROMPTPAY', 301],
    ])('leave an equal entry to a person beside the first where %s', async (_name, line, amount) => {
      const { member, from } = await joined();
      await book(one(amount, from, line));
      await book(one(amount, from, line));
      expect(await member.wallet()).toEqual({ amount, transit: 0 });
      const [item, ...more] = await waiting(amount);
      expect(more).toEqual([]);
      const report = { source: 'file', day: dayOf(new Date()), at: null, reference: '' };
      expect(item).toMatchObject({
        why: 'maybe_repeat',
        reports: [{ ...report, sender: `KBANK ${from}` }],
        other: {
          source: 'KBANK',
          reports: [report],
          member: { phone: member.registration.username },
          isOpen: false,
          canBeSame: true,
        },
      });
    });

    it('are ended as the same money by a person, once, and credited where they are not', async () => {
      const { member, from } = await joined();
      const close = (id: string) =>
        cashier.call(`POST /staff/api/suspense/${id}/close`, { end: 'same', reason: 'asked the bank' });
      for (let times = 0; times < 3; times += 1) await book(one(402, from, 'NTRFNONREF'));
      const [first, second] = await waiting(402);
      expect((await close(first.id)).status).toBe(200);
      expect((await close(first.id)).code).toBe('NOT_POSSIBLE');
      expect(await member.wallet()).toEqual({ amount: 402, transit: 0 });
      const { body } = await cashier.call(`POST /staff/api/suspense/${second.id}/assign`, {
        memberId: second.other.member.id,
        reason: 'the bank has two',
      });
      expect(body).toEqual({ status: true });
      expect(await member.wallet()).toEqual({ amount: 804, transit: 0 });
      expect(await waiting(402)).toEqual([]);
      expect(await statementDayCheck(server.database, new Date(0)).run()).toEqual([]);
      expect(await sameMoneyCheck(server.database).run()).toEqual([]);
    });

    it('show staff who see members masked neither sender nor phone of the other side', async () => {
      const { member, from } = await joined();
      for (let times = 0; times < 2; times += 1) await book(one(503, from, 'NTRFNONREF'));
      const text = JSON.stringify(
        (await support.call('GET /staff/api/suspense')).body.items.filter(
          (item: { amount: number }) => item.amount === 503,
        ),
      );
      expect(text).toContain('maybe_repeat');
      expect(text).not.toContain(from);
      expect(text).not.toContain(member.registration.username);
    });
  });

  it('keep money of nobody in suspense, and set aside what contradicts', async () => {
    expect(await book(mt940([{ amount: 12.34, ref: 'B1' }]))).toMatchObject({ taken: 1 });
    expect(await suspense.list()).toContainEqual(expect.objectContaining({ amount: 1234n }));
    expect(await book(mt940([{ amount: 99, ref: 'B1' }]))).toMatchObject({ taken: 0, aside: 1 });
    const open = await new RejectedEntries(server.database).list();
    expect(open).toContainEqual(expect.objectContaining({ source: 'statement', form: 'read' }));
    const { id } = open.find(({ entry }) => entry.includes('"bankReference":"B1"'))!;
    const retry = async () =>
      (await finance.call(`POST /staff/api/rejected/${id}/retry`, { reason: 'again' })).body.result;
    expect(await retry()).toMatchObject({ end: 'failed', why: expect.stringContaining('another amount') });
    // The bank says that the first was another payment.
    await sql`update statement_entry set bank_ref = null where bank_ref = 'B1'`.execute(
      server.database.queries,
    );
    expect(await retry()).toMatchObject({ end: 'suspense' });
    expect(await suspense.list()).toContainEqual(expect.objectContaining({ amount: 9900n }));
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
    expect(await give(file, 'wrong.sta')).toEqual({
      outcome: 'unreadable',
      taken: 0,
      aside: 0,
      why: expect.stringMatching(why),
    });
    expect(await suspense.list()).toEqual(before);
    expect(await acts()).toContainEqual({
      action: 'statement.book.propose',
      outcome: 'refused',
      reason: expect.stringMatching(why),
    });
  });

  it('go on after the booking has broken off, and hold no other file up meanwhile', async () => {
    const { queries } = server.database;
    await sql`create function break_off() returns trigger language plpgsql as $$
      begin if new.bank_ref = 'F2' then raise exception 'broken off'; end if; return new; end $$`.execute(
      queries,
    );
    await sql`create trigger break_off before insert on statement_entry
      for each row execute function break_off()`.execute(queries);
    const [broken, whole] = [await joined(), await joined()];
    const file = mt940([
      { amount: 1, ref: 'F1', from: broken.from },
      { amount: 2, ref: 'F2', from: broken.from },
    ]);
    expect((await decide((await give(file, 'broken.sta')).approvalId, 'approve')).status).toBe(200);
    await server.workOff();
    expect(await broken.member.wallet()).toEqual({ amount: 1, transit: 0 });
    const other = mt940([{ amount: 4, ref: 'F4', from: whole.from }]);
    expect((await decide((await give(other)).approvalId, 'approve')).status).toBe(200);
    await server.workOff();
    expect(await whole.member.wallet()).toEqual({ amount: 4, transit: 0 });
    for (const [name, text] of [
      ['a.sta', file],
      ['b.sta', mt940([{ amount: 3, ref: 'F3', from: whole.from }])],
    ] as const) {
      await writeFile(path.join(folder, '.part'), text);
      await rename(path.join(folder, '.part'), path.join(folder, name));
    }
    await lookTwice();
    expect(await whole.member.wallet()).toEqual({ amount: 7, transit: 0 });
    await sql`drop trigger break_off on statement_entry`.execute(queries);
    await server.workOff();
    expect(await broken.member.wallet()).toEqual({ amount: 3, transit: 0 });
  });

  it('are taken from staff who may act on incoming money alone, and as a file', async () => {
    const file = fileOf(mt940([]));
    expect((await support.call(CALL, file)).code).toBe('FORBIDDEN');
    const wrong = [{}, { ...file, content: '' }, { ...file, content: '%%%' }, { ...file, name: '' }];
    for (const body of [...wrong, { ...file, reason: '' }]) {
      expect((await cashier.call(CALL, body)).status).toBe(400);
    }
    const large = { ...file, content: 'A'.repeat(12_000_000) };
    expect((await cashier.call(CALL, large)).status).toBe(413);
  });

  it('are taken up to the largest size', async () => {
    const large = `${mt940([])}${' '.repeat(STATEMENT_MAX_BYTES)}`.slice(0, STATEMENT_MAX_BYTES);
    expect(await book(large, 'large.sta')).toMatchObject({ taken: 0, entries: 0 });
  });

  it('are read from the folder once they have been written', async () => {
    const { member, from } = await joined();
    const hidden = path.join(folder, '.part');
    await writeFile(hidden, camt([{ amount: 250.5, ref: 'D1', from, at: new Date() }]));
    await rename(hidden, path.join(folder, 'day.xml'));
    await lookTwice();
    expect(await member.wallet()).toEqual({ amount: 250.5, transit: 0 });
    expect((await listed())[0]).toMatchObject({ name: 'day.xml', maker: null, state: 'booked', taken: 1 });
    await writeFile(path.join(folder, 'bad.xml'), '<Document>');
    await lookTwice();
    const open = await new RejectedEntries(server.database).list();
    expect(open.filter(({ entry }) => entry.includes('bad.xml'))).toHaveLength(1);
    expect(await member.wallet()).toEqual({ amount: 250.5, transit: 0 });
  });

  it('that were refused, or that nobody decided about, credit nothing and can be given again', async () => {
    const { member, from } = await joined();
    const file = mt940([{ amount: 40, ref: 'G1', from }]);
    expect((await decide((await give(file)).approvalId, 'refuse')).status).toBe(200);
    expect((await listed())[0]).toMatchObject({ state: 'refused', approvalId: null });
    const late = (await give(file)).approvalId;
    await pass(DAY_MS + 1);
    expect((await listed())[0]).toMatchObject({ state: 'expired', approvalId: null });
    expect((await decide(late, 'approve')).code).toBe('APPROVAL_EXPIRED');
    await server.whenDone(async () => {
      const { rows } = await sql`select from statement_intake where content is not null`.execute(
        server.database.queries,
      );
      expect(rows).toEqual([]);
    });
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    expect(await book(file)).toMatchObject({ taken: 1 });
    expect(await member.wallet()).toEqual({ amount: 40, transit: 0 });
  });

  it('are judged by the moment at which they came, although the next day approves them', async () => {
    const { member, from } = await joined();
    const intoDay = (Date.now() + 7 * HOUR_MS) % DAY_MS;
    // An hour before midnight in Bangkok.
    await pass((2 * DAY_MS - intoDay - HOUR_MS) % DAY_MS);
    // A day that begins in four days and an hour.
    const day = swiftDay(new Date(Date.now() + 5 * DAY_MS));
    const file = mt940([
      { amount: 31, ref: 'D1', from },
      { amount: 32, ref: 'D2', from, day },
      { amount: 32, ref: 'D2', from, day },
    ]);
    const { approvalId } = await give(file);
    const sums = [{ currency: 'BAHT', amount: 31 }];
    expect((await listed())[0]).toMatchObject({ state: 'waiting', entries: 3, sums });
    await pass(2 * HOUR_MS);
    expect((await decide(approvalId, 'approve')).status).toBe(200);
    await server.workOff();
    expect((await listed())[0]).toMatchObject({ state: 'booked', taken: 1, aside: 2 });
    expect(await member.wallet()).toMatchObject({ amount: 31 });
    const { items } = (await cashier.call('GET /staff/api/rejected')).body;
    const aside = items.filter(({ told }: { told: { amount: string } }) => told.amount === '32.00');
    // Entries that are alike are kept by their places.
    const kept = { why: 'time cannot be', canRetry: false };
    expect(aside).toMatchObject([kept, kept]);
  });
});
