import { readFile } from 'node:fs/promises';
import type { Minor } from '@krapao/contract/money';
import type { SuspenseWhy } from '@krapao/contract/staff/incoming';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { Database } from '../../database/open.ts';
import { derivedId, newId } from '../../kernel/ids.ts';
import { createLogger } from '../../kernel/logger.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { filePlace, statementCredit } from '../../testing/statement-credits.ts';
import type { StatementCredit } from '../../ports/statement-file.ts';
import { IncomingTransfers, type FilePlace, type SlipCredit } from './service.ts';

const MINUTE_MS = 60_000;
const ACCOUNT = '0001234572';

/** Two processes share a database and book statement entries and slips of one account. */
describe('transfers that feed, files and slips tell of', () => {
  let first: Database;
  let second: Database;
  let incoming: readonly [IncomingTransfers, IncomingTransfers];
  let ledger: Ledger;
  let amounts = 0;

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    [first, second] = await Promise.all([open(), open()]);
    const processOf = (database: Database) =>
      new IncomingTransfers({ database, ledger: new Ledger(database), logger: createLogger('silent') });
    incoming = [processOf(first), processOf(second)];
    ledger = new Ledger(first);
  });
  afterAll(async () => {
    expect(await auditLedger(first)).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  const newWallet = (): Promise<AccountId> =>
    ledger.openMemberAccount(first.queries, { code: `member:${newId()}:wallet`, currency: 'BAHT' });
  /** Returns an amount that no other test uses. */
  const newAmount = () => {
    amounts += 1;
    return (1_000n + BigInt(amounts)) as Minor;
  };
  const balanceOf = async (wallet: AccountId): Promise<bigint> => (await ledger.balance(wallet)).available;

  const SENDER = { bankCode: 'KBANK', accountNo: 'xxxxxx6789', name: 'MR SOMCHAI J' };
  const SENDER_ON_SLIP = { bankCode: 'KBANK', accountNo: 'xxxxx5678x', name: 'SOMCHAI J***' };

  interface Telling {
    by: number;
    payee: AccountId | SuspenseWhy;
    from: typeof SENDER;
  }
  interface Case {
    wallet: AccountId;
    amount: Minor;
    at?: Date;
  }
  const told = ({ amount, at = new Date() }: Case) => ({
    accountNo: ACCOUNT,
    currency: 'BAHT' as const,
    amount,
    at,
  });
  const statement = (
    of: Case,
    reference: string,
    { by = 0, payee = of.wallet, from = SENDER }: Partial<Telling> = {},
  ): Promise<string> => incoming[by as 0 | 1].fromFeed({ ...told(of), from, reference }, payee);
  /** Books a slip. By default it was sent before any money came. */
  const slip = (
    of: Case,
    reference: string,
    { by = 1, from = SENDER_ON_SLIP, sentAt = new Date(0) } = {},
  ): Promise<SlipCredit> => {
    const process = incoming[by as 0 | 1];
    const transfer = { ...told(of), from, sendingBank: '004', reference };
    return process.inTurn(transfer, (tx) => process.fromSlipIn(tx, transfer, of.wallet, sentAt));
  };
  /** Books an entry of a statement file; of a file of its own by default. */
  const file = (
    of: Case,
    changes: Partial<StatementCredit> = {},
    {
      by = 0,
      payee = of.wallet,
      from = SENDER,
      place = filePlace(),
    }: Partial<Telling & { place: FilePlace }> = {},
  ): Promise<string> => {
    const credit = statementCredit({ accountNo: ACCOUNT, amount: of.amount, from, ...changes });
    return incoming[by as 0 | 1].fromFile({ credit, currency: 'BAHT', noPayment: null }, place, payee);
  };
  const newCase = async (at?: Date): Promise<Case> => ({
    wallet: await newWallet(),
    amount: newAmount(),
    ...(at && { at }),
  });
  const suspended = async ({ amount }: Case): Promise<readonly string[]> => {
    const { rows } = await sql<{ unmatched: string }>`
      select detail ->> 'unmatched' as unmatched from ledger_transfer
        where amount = ${amount} and detail ? 'unmatched'`.execute(first.queries);
    return rows.map(({ unmatched }) => unmatched);
  };

  it('are credited once when both tell at the same moment, in two processes', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, no) => {
        const one = await newCase();
        const [, end] = await Promise.all([
          statement(one, `RACE-ST${no}`, { by: no % 2 }),
          slip(one, `RACE-QR${no}`, { by: 1 - (no % 2) }),
        ]);
        expect(end).toBe('credited');
        expect(await balanceOf(one.wallet)).toBe(one.amount);
      }),
    );
  });

  it('are credited once however often each way tells, in two processes', async () => {
    const one = await newCase();
    await Promise.all(
      Array.from({ length: 12 }, (_, no) =>
        no % 2 === 0
          ? statement(one, 'OFTEN-ST', { by: no % 4 === 0 ? 0 : 1 })
          : slip(one, 'OFTEN-QR', { by: no % 4 === 1 ? 0 : 1 }),
      ),
    );
    expect(await balanceOf(one.wallet)).toBe(one.amount);
  });

  it('are one where both ways use one reference, at whatever time', async () => {
    const at = new Date(Date.now() - 60 * MINUTE_MS);
    const one = await newCase();
    await statement({ ...one, at }, 'EQUAL-1');
    expect(await slip(one, 'EQUAL-1')).toBe('credited');
    expect(await balanceOf(one.wallet)).toBe(one.amount);
  });

  it('say so where the money was there before the slip was sent, and add nothing', async () => {
    const one = await newCase();
    await statement(one, 'BEFORE-ST');
    const sentAt = new Date(Date.now() + 1_000);
    expect(await slip(one, 'BEFORE-QR', { sentAt })).toBe('credited_before');
    expect(await slip(one, 'BEFORE-QR', { sentAt })).toBe('credited_before');
    expect(await balanceOf(one.wallet)).toBe(one.amount);
    const other = await newCase();
    expect(await slip(other, 'AFTER-QR')).toBe('credited');
    await statement(other, 'AFTER-ST');
    expect(await slip(other, 'AFTER-QR')).toBe('credited');
  });

  it('are all credited when one sender makes several of one amount in one minute, in any order of telling', async () => {
    const at = new Date();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (count, order, hasSlip, isAtOnce) => {
          const one = await newCase(at);
          const tag = newId();
          const tellings = Array.from({ length: count }, (_, no) => no).flatMap((no) => [
            () => statement(one, `${tag}-ST${no}`),
            () => statement(one, `${tag}-ST${no}`, { by: 1 }),
            ...(hasSlip[no]
              ? [() => slip(one, `${tag}-QR${no}`), () => slip(one, `${tag}-QR${no}`, { by: 0 })]
              : []),
          ]);
          const shuffled = tellings
            .map((tell, index) => ({ tell, key: order[index % order.length] ?? 0 }))
            .toSorted((left, right) => left.key - right.key);
          if (isAtOnce) await Promise.all(shuffled.map(({ tell }) => tell()));
          else for (const { tell } of shuffled) await tell();
          expect(await balanceOf(one.wallet)).toBe(one.amount * BigInt(count));
          expect(await suspended(one)).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('are held when the statement has another time: credited neither twice nor to nobody', async () => {
    const at = new Date(Date.now() - 5 * MINUTE_MS);
    const slipFirst = await newCase();
    expect(await slip(slipFirst, 'LATE-QR1')).toBe('credited');
    await statement({ ...slipFirst, at }, 'LATE-ST1');
    expect(await balanceOf(slipFirst.wallet)).toBe(slipFirst.amount);
    expect(await suspended(slipFirst)).toEqual(['maybe_slip']);

    const statementFirst = await newCase();
    await statement({ ...statementFirst, at }, 'LATE-ST2');
    expect(await slip(statementFirst, 'LATE-QR2')).toBe('held');
    expect(await balanceOf(statementFirst.wallet)).toBe(statementFirst.amount);
    // A statement entry of the slip's own minute arrives.
    await statement(statementFirst, 'LATE-ST3');
    expect(await slip(statementFirst, 'LATE-QR2')).toBe('credited');
    expect(await balanceOf(statementFirst.wallet)).toBe(2n * statementFirst.amount);
  });

  describe('of which the statement tells the day alone', () => {
    const made = new Date('2026-05-01T14:03:00+07:00');
    const byDay = (one: Case, bookedOn = '2026-05-01', from = SENDER): Promise<string> =>
      file(one, { bookedOn }, { from, payee: from === SENDER ? one.wallet : 'hidden_account' });

    it('are credited once on one day, whichever comes first, and twice when there are two', async () => {
      const slipFirst = await newCase(made);
      const bookedOn = '2026-05-01';
      expect(await slip(slipFirst, 'DAY-QR1')).toBe('credited');
      await file(slipFirst, { bookedOn }, { place: filePlace('DAY-FILE', 1) });
      expect(await balanceOf(slipFirst.wallet)).toBe(slipFirst.amount);
      await file(slipFirst, { bookedOn }, { place: filePlace('DAY-FILE', 2) });
      expect(await balanceOf(slipFirst.wallet)).toBe(2n * slipFirst.amount);

      const statementFirst = await newCase(made);
      await byDay(statementFirst);
      expect(await slip(statementFirst, 'DAY-QR3')).toBe('credited');
      expect(await balanceOf(statementFirst.wallet)).toBe(statementFirst.amount);
    });

    it('are left to a person on days near by, and are others on days far off', async () => {
      const near = await newCase(made);
      expect(await slip(near, 'NEAR-QR1')).toBe('credited');
      await byDay(near, '2026-05-04');
      expect(await balanceOf(near.wallet)).toBe(near.amount);
      expect(await suspended(near)).toEqual(['maybe_slip']);

      const statementFirst = await newCase(made);
      await byDay(statementFirst, '2026-05-04');
      expect(await slip(statementFirst, 'NEAR-QR2')).toBe('held');

      const far = await newCase(made);
      expect(await slip(far, 'FAR-QR')).toBe('credited');
      await byDay(far, '2026-05-10');
      expect(await balanceOf(far.wallet)).toBe(2n * far.amount);
    });

    it('are left to a person when it does not tell the sender either', async () => {
      const nobody = { bankCode: '', accountNo: '', name: '' };
      const one = await newCase(made);
      expect(await slip(one, 'BARE-QR1')).toBe('credited');
      await byDay(one, '2026-05-01', nobody);
      expect(await suspended(one)).toEqual(['maybe_slip']);

      const other = await newCase(made);
      await byDay(other, '2026-05-01', nobody);
      expect(await slip(other, 'BARE-QR2')).toBe('held');
      expect(await balanceOf(other.wallet)).toBe(0n);
    });
  });

  describe('of which the feed and files tell', () => {
    const on = { bookedOn: '2026-05-01' };
    const at = new Date('2026-05-01T14:03:00+07:00');
    const bare = { bankCode: '', accountNo: '', name: '' };

    it('are credited as often as they were made, whatever references they have and whichever tells first', async () => {
      const fedFirst = await newCase(at);
      await statement(fedFirst, 'FED-1');
      await statement(fedFirst, 'FED-2');
      await file(fedFirst, { ...on, bankReference: 'OTHER-1' }, { place: filePlace('FED-FILE', 1) });
      await file(fedFirst, on, { place: filePlace('FED-FILE', 2) });
      expect(await balanceOf(fedFirst.wallet)).toBe(2n * fedFirst.amount);
      await file(fedFirst, on, { place: filePlace('FED-FILE', 3) });
      expect(await balanceOf(fedFirst.wallet)).toBe(3n * fedFirst.amount);

      const fileFirst = await newCase(at);
      await file(fileFirst, on);
      await statement(fileFirst, 'FED-3', { by: 1 });
      await statement(fileFirst, 'FED-3');
      expect(await balanceOf(fileFirst.wallet)).toBe(fileFirst.amount);
      await statement(fileFirst, 'FED-4');
      expect(await balanceOf(fileFirst.wallet)).toBe(2n * fileFirst.amount);
      expect(await suspended(fileFirst)).toEqual([]);
    });

    it('are one where the feed booked on the day of value', async () => {
      const one = await newCase(at);
      await statement(one, 'VALUE-1');
      await file(one, { bookedOn: '2026-05-04', valueOn: '2026-05-01' });
      expect(await balanceOf(one.wallet)).toBe(one.amount);
      expect(await suspended(one)).toEqual([]);
    });

    it('are left to a person where equal entries of two files may be one or two', async () => {
      const one = await newCase();
      const first = await file(one, { ...on, text: 'PROMPTPAY' });
      const second = await file(one, { ...on, text: 'PROMPTPAY' });
      expect(second).not.toBe(first);
      expect(await balanceOf(one.wallet)).toBe(one.amount);
      expect(await suspended(one)).toEqual(['maybe_repeat']);
      const deposit = await ledger.find(second);
      expect(deposit?.detail).toMatchObject({ maybe: first });
    });

    it.each<[string, Partial<StatementCredit>, Partial<StatementCredit>]>([
      ['the bank’s reference', { bankReference: 'FT1' }, { bankReference: 'FT1' }],
      ['a statement that came again', { series: '12/1 100' }, { series: '12/1 100' }],
    ])('are one where two files agree by %s', async (_name, one, other) => {
      const of = await newCase();
      const first = await file(of, { ...on, ...one });
      expect(await file(of, { ...on, ...other }, { by: 1 })).toBe(first);
      expect(await balanceOf(of.wallet)).toBe(of.amount);
    });

    it('are one where MT940 has cut the reference that CAMT.053 has whole', async () => {
      const of = await newCase();
      const whole = 'FT26121000010000077';
      const first = await file(of, { ...on, bankReference: whole.slice(0, 16), text: 'A' });
      const camt = filePlace('CUT', 1, 'CAMT.053');
      expect(await file(of, { ...on, bankReference: whole, text: 'B' }, { place: camt })).toBe(first);
    });

    it.each<[string, Partial<StatementCredit>, Partial<StatementCredit>]>([
      ['references of the bank', { bankReference: 'DIFFER-1' }, { bankReference: 'DIFFER-2' }],
      ['texts', { text: 'RENT OF MAY' }, { text: 'RENT OF JUNE' }],
      ['days', on, { bookedOn: '2026-05-02' }],
      ['days of value', { valueOn: '2026-05-01' }, { valueOn: '2026-05-02' }],
      ['times', { bookedAt: at }, { bookedAt: new Date(at.getTime() + 5 * MINUTE_MS) }],
    ])('are two where two files have other %s', async (_name, one, other) => {
      const of = await newCase();
      await file(of, { ...on, ...one });
      await file(of, { ...on, ...other });
      expect(await balanceOf(of.wallet)).toBe(2n * of.amount);
    });

    it('are left to a person where the bank uses one reference for entries that differ', async () => {
      const one = await newCase();
      await file(one, { ...on, bankReference: 'BATCH', text: 'A' });
      await file(one, { ...on, bankReference: 'BATCH', text: 'B' });
      expect(await suspended(one)).toEqual(['maybe_repeat']);
    });

    it('are never a whole and its parts: another amount of a reference is refused, but in one statement', async () => {
      const parts = [await newCase(), await newCase()] as const;
      const whole = {
        wallet: await newWallet(),
        amount: (parts[0].amount + parts[1].amount) as Minor,
      };
      const bankReference = newId();
      await file(whole, { ...on, bankReference });
      for (const part of parts)
        await expect(file(part, { ...on, bankReference })).rejects.toThrow('KEY_INVALID');
      const own = newId();
      for (const [no, part] of parts.entries())
        await file(part, { ...on, bankReference: own }, { place: filePlace('PARTS', no + 1) });
      expect(await balanceOf(parts[1].wallet)).toBe(parts[1].amount);
      for (const [no, part] of parts.entries())
        await file(part, { ...on, bankReference: own }, { place: filePlace('PARTS-AGAIN', no + 1) });
      expect(await balanceOf(parts[1].wallet)).toBe(parts[1].amount);
      // A bank that writes one reference always says nothing by it on another day.
      const next = { ...on, bookedOn: '2026-05-02', bankReference };
      await file(parts[0], next);
      expect(await balanceOf(parts[0].wallet)).toBe(2n * parts[0].amount);
    });

    it('are one where the file does not tell the sender, who is then not credited for another one', async () => {
      const one = await newCase(at);
      await statement(one, 'BARE-FED');
      const unknown = { from: bare, payee: 'no_member' as const };
      await file(one, on, { ...unknown, place: filePlace('BARE-FILE', 1) });
      expect(await suspended(one)).toEqual([]);
      // The bare entry may have been another payment, so the sender's own needs a person.
      await file(one, on, { place: filePlace('BARE-FILE', 2) });
      expect(await balanceOf(one.wallet)).toBe(one.amount);
      expect(await suspended(one)).toEqual(['maybe_repeat']);
    });

    it('are booked once however often a file is read, in two processes', async () => {
      const one = await newCase();
      const credit = { ...on, series: 'ONE' };
      const place = filePlace('OFTEN', 1);
      await Promise.all(Array.from({ length: 10 }, (_, no) => file(one, credit, { by: no % 2, place })));
      await Promise.all(
        Array.from({ length: 10 }, (_, no) => file(one, credit, { by: no % 2, place: filePlace() })),
      );
      expect(await balanceOf(one.wallet)).toBe(one.amount);
    });

    it('are left to a person where the bank has booked a slip’s past midnight, whichever comes first', async () => {
      const made = new Date('2026-05-01T22:45:00+07:00');
      const booked = { bookedAt: new Date('2026-05-02T00:05:00+07:00') };
      const slipFirst = await newCase(made);
      expect(await slip(slipFirst, 'NIGHT-QR1')).toBe('credited');
      await file(slipFirst, booked);
      expect(await suspended(slipFirst)).toEqual(['maybe_slip']);
      const fileFirst = await newCase(made);
      await file(fileFirst, booked);
      expect(await slip(fileFirst, 'NIGHT-QR2')).toBe('held');
      const fedFirst = await newCase(made);
      await statement(fedFirst, 'NIGHT-ST');
      await file(fedFirst, booked);
      expect(await suspended(fedFirst)).toEqual(['maybe_repeat']);
    });

    it('are one where the file has the day of value of a transfer that was booked days later', async () => {
      const one = await newCase(new Date('2026-04-11T09:00:00+07:00'));
      await statement(one, 'SONGKRAN');
      await file(one, { bookedOn: '2026-04-16', valueOn: '2026-04-11' });
      expect(await balanceOf(one.wallet)).toBe(one.amount);
      expect(await suspended(one)).toEqual([]);
    });

    it('are one where a slip of that day comes after a file that tells another minute', async () => {
      const one = await newCase(at);
      await file(one, { bookedAt: new Date(at.getTime() + 30 * MINUTE_MS) });
      expect(await slip(one, 'MINUTE-QR')).toBe('credited');
      expect(await balanceOf(one.wallet)).toBe(one.amount);
    });

    it('are given to their member once a report names them', async () => {
      const one = await newCase(at);
      await file(one, on, { from: bare, payee: 'no_member' });
      expect(await balanceOf(one.wallet)).toBe(0n);
      await statement(one, 'NAMED-1');
      await statement(one, 'NAMED-1', { by: 1 });
      expect(await balanceOf(one.wallet)).toBe(one.amount);
      const other = await newCase();
      const named = { ...on, bankReference: newId() };
      await file(other, named, { from: bare, payee: 'no_member' });
      await file(other, named);
      expect(await balanceOf(other.wallet)).toBe(other.amount);
    });

    it.each(['name_mismatch', 'ambiguous', 'paid_by_qr'] as const)(
      'wait for a person for %s, though another report names a member',
      async (payee) => {
        const one = await newCase(at);
        await file(one, on, { payee });
        await statement(one, `NAMED-${payee}`);
        expect(await balanceOf(one.wallet)).toBe(0n);
        expect(await suspended(one)).toEqual([payee]);
      },
    );

    it('are compared with the slip that is left over, not with what the feed has told of', async () => {
      const one = await newCase(at);
      const later = { ...one, at: new Date(at.getTime() + 30 * MINUTE_MS) };
      expect(await slip(one, 'LEFT-QR')).toBe('credited');
      for (const no of [1, 2]) await file(one, on, { place: filePlace('LEFT', no) });
      expect(await balanceOf(one.wallet)).toBe(2n * one.amount);
      // The bank's clock is three minutes off.
      await statement({ ...one, at: new Date(at.getTime() + 3 * MINUTE_MS) }, 'LEFT-1');
      const left = await statement(later, 'LEFT-2');
      const [slips] = await first.queries
        .selectFrom('incoming_transfer')
        .select('id')
        .where('slip_ref', '=', 'LEFT-QR')
        .execute();
      expect((await ledger.find(left))?.detail).toMatchObject({ maybe: slips?.id });
    });

    it('are compared one by one where two entries may be those of two slips', async () => {
      const one = await newCase(at);
      const other = { ...one, wallet: await newWallet() };
      await slip(one, 'BESIDE-QR1');
      await slip(other, 'BESIDE-QR2', { from: bare });
      const beside = [];
      for (const no of [1, 2]) {
        const place = filePlace('BESIDE', no);
        const id = await file(one, on, { place, from: bare, payee: 'no_member' });
        beside.push((await ledger.find(id))?.detail);
      }
      expect(beside[0]).not.toEqual(beside[1]);
      expect(await suspended(one)).toEqual(['maybe_slip', 'maybe_slip']);
    });

    it('do not take the slip of another day for a deposit that staff have assigned', async () => {
      const one = await newCase(at);
      const id = await statement(one, 'ASSIGNED', { payee: 'name_mismatch' });
      await file(one, on, { payee: 'name_mismatch' });
      await ledger.submit({
        id: derivedId('suspense', id),
        debit: await ledger.house('suspense', 'BAHT'),
        credit: one.wallet,
        amount: one.amount,
        kind: 'suspense_out',
        pending: false,
        detail: { provider: 'KBANK', reference: 'ASSIGNED', origin: id },
      });
      const later = { ...one, at: new Date('2026-05-03T09:00:00+07:00') };
      expect(await slip(later, 'ASSIGNED-QR')).toBe('credited');
      expect(await balanceOf(one.wallet)).toBe(2n * one.amount);
    });

    it('are left to a person where one reference names a slip’s and the feed’s of another sender', async () => {
      const one = await newCase(at);
      expect(await slip(one, 'ONE-NAME')).toBe('credited');
      const stranger = { bankCode: 'SCB', accountNo: '1112223334', name: 'MS MALEE R' };
      await statement(one, 'ONE-NAME', { payee: 'no_member', from: stranger });
      expect(await suspended(one)).toEqual(['maybe_slip']);
    });

    it('of files that an older version has read are known again, by day and reference or by a person', async () => {
      const migration = await readFile(
        new URL('../../../migrations/0076_statement_entries.sql', import.meta.url),
        'utf8',
      );
      const conversion = migration.slice(migration.indexOf('-- References of files'));
      const cases = await Promise.all(['2026-05-01/FT1/2', '2026-05-01/1/1#3'].map(() => newCase()));
      const references = [`2026-05-01/${newId()}/2`, '2026-05-01/1/1#3'];
      for (const [no, of] of cases.entries()) {
        await statement({ ...of, at: new Date('2026-05-01T00:00:00+07:00') }, references[no]!);
      }
      await sql.raw(conversion).execute(first.queries);
      const bankReference = references[0]!.slice('2026-05-01/'.length, -'/2'.length);
      await file(cases[0]!, { bookedOn: '2026-05-01', valueOn: '2026-05-02', bankReference, text: 'RENT' });
      await file(cases[1]!, { bookedOn: '2026-05-01', text: 'RENT' });
      for (const of of cases) expect(await balanceOf(of.wallet)).toBe(of.amount);
      expect(await suspended(cases[0]!)).toEqual([]);
      expect(await suspended(cases[1]!)).toEqual(['maybe_repeat']);
      await file(cases[1]!, { bookedOn: '2026-05-02', text: 'RENT' });
      expect(await balanceOf(cases[1]!.wallet)).toBe(2n * cases[1]!.amount);
    });

    it('are not believed for a reference of the feed that has come for another day or sender', async () => {
      const one = await newCase(at);
      await statement(one, 'REUSED');
      const later = { ...one, at: new Date('2026-05-20T14:03:00+07:00') };
      await expect(statement(later, 'REUSED')).rejects.toThrow('KEY_INVALID');
      const stranger = { bankCode: 'SCB', accountNo: '1112223334', name: 'MS MALEE R' };
      await expect(statement(one, 'REUSED', { payee: 'no_member', from: stranger })).rejects.toThrow(
        'KEY_INVALID',
      );
      expect(await balanceOf(one.wallet)).toBe(one.amount);
    });
  });

  it('are held when the statement does not tell whose they are', async () => {
    const thai = { bankCode: 'KBANK', accountNo: 'xxxxxx6789', name: 'นาย สมชาย ใ' };
    const one = await newCase();
    expect(await slip(one, 'THAI-QR')).toBe('credited');
    await statement(one, 'THAI-ST', { payee: 'name_mismatch', from: thai });
    expect(await suspended(one)).toEqual(['maybe_slip']);

    const other = await newCase();
    await statement(other, 'THAI-ST2', { payee: 'name_mismatch', from: thai });
    expect(await slip(other, 'THAI-QR2')).toBe('held');
    expect(await balanceOf(other.wallet)).toBe(0n);
  });

  it('of two senders in one minute are two', async () => {
    const one = await newCase();
    const other = { ...one, wallet: await newWallet() };
    const stranger = { bankCode: 'KBANK', accountNo: 'xxxxxx1111', name: 'MS MALEE R' };
    expect(await slip(one, 'TWO-QR')).toBe('credited');
    await statement(other, 'TWO-ST', { from: stranger });
    await statement(one, 'TWO-ST2', { payee: 'no_member', from: stranger });
    expect(await balanceOf(other.wallet)).toBe(one.amount);
    expect(await suspended(one)).toEqual(['no_member']);
    await statement(one, 'TWO-ST3');
    expect(await balanceOf(one.wallet)).toBe(one.amount);
  });

  it('keep their amount', async () => {
    const one = await newCase();
    await statement(one, 'AMOUNT-1');
    await expect(statement({ ...one, amount: newAmount() }, 'AMOUNT-1')).rejects.toMatchObject({
      code: 'KEY_INVALID',
    });
    expect(await slip({ ...one, amount: newAmount() }, 'AMOUNT-1')).toBe('elsewhere');
    expect(await balanceOf(one.wallet)).toBe(one.amount);
  });
});
