import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { statementDayCheck } from '../../audit/statement-days.ts';
import { inBangkok } from '../../kernel/bangkok-time.ts';
import type { TestMember } from '../../testing/members.ts';
import { endOfSlip, transferBy, uploadSlip, type Transfer } from '../../testing/slips.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { bookFile, mt940Of, swiftDay } from '../../testing/statement-files.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { RejectedEntries, textOfRead } from '../rejected-entries/service.ts';

const ACCOUNT = '0001234572';
const HOUR_MS = 60 * 60_000;

/** Returns a time some years and hours from now, as an ISO text. */
function timeOf({ years = 0, hours = 0 }): string {
  const at = new Date(Date.now() + hours * HOUR_MS);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return at.toISOString();
}

/** Times that a payment of now cannot have, with what its slip ends as, and why the feed's entry is put aside. */
const WRONG: readonly [string, { years?: number; hours?: number }, string, string][] = [
  ['in the year of the Buddhist era', { years: 543 }, 'UNKNOW_ERROR', 'time is not one'],
  ['a century ago', { years: -100 }, 'UNKNOW_ERROR', 'time is not one'],
  ['a year ago', { years: -1 }, 'EXPIRED_SLIP', 'time cannot be'],
  ['of Bangkok with the zone of Greenwich', { hours: 7 }, 'UNKNOW_ERROR', 'time cannot be'],
];

describe('a payment of a time that cannot be', () => {
  const clock = new TestClock();
  let server: TestServer;
  let cashier: StaffBrowser;
  let finance: StaffBrowser;
  let amount = 700;

  beforeAll(async () => {
    server = await startTestServer({ settings: { consolePort: 0 }, clock });
    [cashier, finance] = (await staffOf(server, 'cashier', 'finance')) as [StaffBrowser, StaffBrowser];
  });
  beforeEach(() => {
    amount += 1;
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    expect(await statementDayCheck(server.database, new Date(0)).run()).toEqual([]);
    await server.stop();
  });

  let accounts = 0;
  /** Registers a member whose account has digits of its own where slips show them. */
  const join = (): Promise<TestMember> =>
    server.members.join({ bankAccountNo: `72000${String((accounts += 1)).padStart(4, '0')}5` });
  const wallet = async (member: TestMember): Promise<number> => (await member.wallet()).amount;
  const pay = (member: TestMember, transfer: Transfer = {}) =>
    transferBy(server.world, member, { amount, ...transfer });
  const slip = async (member: TestMember, picture: Buffer): Promise<{ id: string; end: string }> => {
    const { _id: id } = await uploadSlip(server.url, member, picture);
    return { id, end: await endOfSlip(member, id) };
  };
  const rejected = async (source: string) =>
    (await cashier.call('GET /staff/api/rejected')).body.items.filter(
      (item: { source: string; told: Record<string, string> }) =>
        item.source === source && JSON.stringify(item.told).includes(`${amount}.00`),
    );
  const suspended = async () =>
    (await cashier.call('GET /staff/api/suspense')).body.items.filter(
      (item: { amount: number }) => item.amount === amount,
    );
  const book = (text: string) => bookFile(server, cashier, finance, text);
  /** Returns a statement with entries of days such as `691120`, each of the amount. */
  const mt940 = ({ registration: { bankAccountNo: from } }: TestMember, days: readonly string[]): string =>
    mt940Of(
      ACCOUNT,
      days.map((day) => ({ day, amount, from })),
    );
  /** Returns a statement of one entry, booked at a time on a clock in Bangkok. */
  const camt = ({ registration }: TestMember, time: string): string =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>C${amount}</Id>` +
    `<Acct><Id><Othr><Id>${ACCOUNT}</Id></Othr></Id></Acct><Ntry><Amt Ccy="THB">${amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
    `<Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${time}</DtTm></BookgDt><NtryDtls><TxDtls><RltdPties><DbtrAcct><Id><Othr>` +
    `<Id>${registration.bankAccountNo}</Id></Othr></Id></DbtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId>` +
    `<MmbId>004</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;

  it.each(WRONG)(
    'is put aside where the feed tells it %s, and its slip is credited once',
    async (_, by, _end, why) => {
      const member = await join();
      await pay(member, { at: timeOf(by) });
      const [entry] = await server.whenDone(async () => {
        const all = await rejected('bank');
        expect(all).toMatchObject([{ why, canRetry: why === 'time is not one' }]);
        return all;
      });
      const retry = async () =>
        (await cashier.call(`POST /staff/api/rejected/${entry.id}/retry`, { reason: 'again' })).body.result;
      expect(await retry()).toEqual({ end: 'failed', why });
      expect(await wallet(member)).toBe(0);
      // The look-up tells it with its true time.
      const { picture } = await pay(member, { toSomebodyElse: true });
      expect((await slip(member, picture)).end).toBe('SUCCESS');
      expect(await wallet(member)).toBe(amount);
    },
  );

  it('is not taken in when a person tries again after its time has come: it was told before', async () => {
    const member = await join();
    const { bankCode: fromBankCode, bankAccountNo: fromAccountNo } = member.registration;
    const text = textOfRead({
      reference: `LATE${amount}`,
      fromBankCode,
      fromAccountNo,
      fromName: '',
      toAccountNo: ACCOUNT,
      amount: `${amount}00`,
      at: timeOf({ hours: -1 }),
    });
    const entries = [{ reason: 'time cannot be', text }];
    await new RejectedEntries(server.database).add({ source: 'bank', form: 'read' }, entries);
    const [{ id }] = await rejected('bank');
    const toldAt = (hours: number) =>
      server.database.queries
        .updateTable('rejected_entry')
        .set({ created_at: new Date(timeOf({ hours })) })
        .where('id', '=', id)
        .execute();
    const retry = async () =>
      (await cashier.call(`POST /staff/api/rejected/${id}/retry`, { reason: 'again' })).body.result;
    await toldAt(-8);
    expect(await retry()).toEqual({ end: 'failed', why: 'time cannot be' });
    expect(await wallet(member)).toBe(0);
    await toldAt(0);
    expect(await retry()).toMatchObject({ end: 'credited' });
    expect(await wallet(member)).toBe(amount);
  });

  it('is put aside where a CAMT file tells it in the Buddhist era, and its slip stays credited once', async () => {
    const member = await join();
    const { picture } = await pay(member, { toSomebodyElse: true });
    expect((await slip(member, picture)).end).toBe('SUCCESS');
    const now = inBangkok(new Date()).slice(0, 19);
    const later = `${Number(now.slice(0, 4)) + 543}${now.slice(4)}`;
    expect(await book(camt(member, later))).toMatchObject({ taken: 0, aside: 1, entries: 1, sums: [] });
    expect(await wallet(member)).toBe(amount);
    expect(await rejected('statement')).toMatchObject([{ why: 'time cannot be', canRetry: false }]);
    // The bank's file with the right year is the slip's payment.
    expect(await book(camt(member, now))).toMatchObject({ taken: 1, aside: 0 });
    expect(await wallet(member)).toBe(amount);
    expect(await suspended()).toEqual([]);
  });

  it('is put aside where an MT940 file has a year of two digits of that era, and the others are booked', async () => {
    const member = await join();
    const today = swiftDay();
    const thisYear = Number(today.slice(0, 2));
    const inYear = (year: number): string => `${String(year).padStart(2, '0')}${today.slice(2, 4)}15`;
    const days = [inYear(thisYear + 43), inYear(thisYear - 1), today];
    expect(await book(mt940(member, days))).toMatchObject({
      taken: 1,
      aside: 2,
      sums: [{ amount, currency: 'BAHT' }],
    });
    expect(await wallet(member)).toBe(amount);
    expect(await rejected('statement')).toMatchObject([{ why: 'time cannot be' }, { why: 'time cannot be' }]);
  });

  it.each(WRONG)('waits for a person where the look-up of its slip tells it %s', async (_, by, expected) => {
    const member = await join();
    const { picture } = await pay(member, { toSomebodyElse: true, at: timeOf(by) });
    const { id, end } = await slip(member, picture);
    expect(end).toBe(expected);
    const shown = (await cashier.call(`GET /staff/api/slips/${id}`)).body.slip;
    expect(shown).toMatchObject({ why: 'time_cannot_be', answer: { transfer: { amount } } });
    const accept = (transfer: object) =>
      cashier.call(`POST /staff/api/slips/${id}/decision`, {
        decision: 'accept',
        accountNo: ACCOUNT,
        transfer,
        reason: 'read on the slip',
      });
    expect((await accept({})).code).toBe('KEY_MISSING');
    for (const [, wrong] of WRONG) expect((await accept({ at: timeOf(wrong) })).code).toBe('KEY_INVALID');
    expect(await wallet(member)).toBe(0);
    expect((await accept({ at: timeOf({}) })).status).toBe(200);
    expect(await wallet(member)).toBe(amount);
    expect(await book(mt940(member, [swiftDay()]))).toMatchObject({ taken: 1, aside: 0 });
    expect(await wallet(member)).toBe(amount);
    expect(await suspended()).toEqual([]);
  });

  it('is put aside however often the feed tells it, also once its time has come', async () => {
    const [member, other] = [await join(), await join()];
    await pay(member, { at: timeOf({ hours: 7 }) });
    await server.workOff();
    expect(await rejected('bank')).toHaveLength(1);
    const { picture } = await pay(member, { toSomebodyElse: true });
    expect((await slip(member, picture)).end).toBe('SUCCESS');
    clock.forward(8 * HOUR_MS);
    await server.database.queries.updateTable('feed').set({ cursor: '' }).execute();
    // The feed is read from its beginning to this one.
    await pay(other);
    await server.workOff();
    expect(await wallet(other)).toBe(amount);
    expect(await wallet(member)).toBe(amount);
  });
});
