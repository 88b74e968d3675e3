import type { Minor } from '@krapao/contract/money';
import type { SuspenseWhy } from '@krapao/contract/staff/incoming';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';
import { createLogger } from '../../kernel/logger.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { IncomingTransfers, type SlipCredit } from './service.ts';

const MINUTE_MS = 60_000;

/** Two processes share a database and book statement entries and slips of one account. */
describe('transfers that statement and slip tell of', () => {
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
    accountNo: '0001234572',
    currency: 'BAHT' as const,
    amount,
    at,
  });
  const statement = (
    of: Case,
    reference: string,
    { by = 0, payee = of.wallet, from = SENDER }: Partial<Telling> = {},
  ): Promise<void> => incoming[by as 0 | 1].fromStatement({ ...told(of), from, reference }, payee);
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
    const day = (text: string) => ({ at: new Date(`${text}T00:00:00+07:00`), isDayOnly: true as const });
    const ofDay = (one: Case, on: string) => ({ ...told({ ...one, ...day(on) }), isDayOnly: true as const });
    const byDay = (one: Case, reference: string, on = '2026-05-01', from = SENDER): Promise<void> =>
      incoming[0].fromStatement(
        { ...ofDay(one, on), from, reference },
        from === SENDER ? one.wallet : 'hidden_account',
      );

    it('are credited once on one day, whichever comes first, and twice when there are two', async () => {
      const slipFirst = await newCase(made);
      expect(await slip(slipFirst, 'DAY-QR1')).toBe('credited');
      await byDay(slipFirst, 'DAY-ST1');
      expect(await balanceOf(slipFirst.wallet)).toBe(slipFirst.amount);
      await byDay(slipFirst, 'DAY-ST2');
      expect(await balanceOf(slipFirst.wallet)).toBe(2n * slipFirst.amount);

      const statementFirst = await newCase(made);
      await byDay(statementFirst, 'DAY-ST3');
      expect(await slip(statementFirst, 'DAY-QR3')).toBe('credited');
      expect(await balanceOf(statementFirst.wallet)).toBe(statementFirst.amount);
    });

    it('are left to a person on days near by, and are others on days far off', async () => {
      const near = await newCase(made);
      expect(await slip(near, 'NEAR-QR1')).toBe('credited');
      await byDay(near, 'NEAR-ST1', '2026-05-04');
      expect(await balanceOf(near.wallet)).toBe(near.amount);
      expect(await suspended(near)).toEqual(['maybe_slip']);

      const statementFirst = await newCase(made);
      await byDay(statementFirst, 'NEAR-ST2', '2026-05-04');
      expect(await slip(statementFirst, 'NEAR-QR2')).toBe('held');

      const far = await newCase(made);
      expect(await slip(far, 'FAR-QR')).toBe('credited');
      await byDay(far, 'FAR-ST', '2026-05-10');
      expect(await balanceOf(far.wallet)).toBe(2n * far.amount);
    });

    it('are left to a person when it does not tell the sender either', async () => {
      const nobody = { bankCode: '', accountNo: '', name: '' };
      const one = await newCase(made);
      expect(await slip(one, 'BARE-QR1')).toBe('credited');
      await byDay(one, 'BARE-ST1', '2026-05-01', nobody);
      expect(await suspended(one)).toEqual(['maybe_slip']);

      const other = await newCase(made);
      await byDay(other, 'BARE-ST2', '2026-05-01', nobody);
      expect(await slip(other, 'BARE-QR2')).toBe('held');
      expect(await balanceOf(other.wallet)).toBe(0n);
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
