import { minor, type Minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit/ledger-audit.ts';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { acceptAnyMovement } from '../testing/any-movement.ts';
import { pgliteDatabase, postgresDatabase } from '../testing/databases.ts';
import { Ledger } from './ledger.ts';
import type { AccountId, TransferRequest } from './types.ts';

const engines = [
  ['PGlite', pgliteDatabase],
  ['PostgreSQL', postgresDatabase],
] as const;

describe.each(engines)('ledger on %s', (_name, open) => {
  let database: Database;
  let ledger: Ledger;
  let house: AccountId;

  beforeAll(async () => {
    database = await open();
    // Turns the rules about kinds off: these tests move money between members by any kind.
    await acceptAnyMovement(database);
    ledger = new Ledger(database);
    house = await ledger.house('gateway:TEST', 'BAHT');
  });
  afterAll(() => database.close());

  const member = async (funds: bigint): Promise<AccountId> => {
    const account = await ledger.openMemberAccount(database.queries, {
      code: `member:${newId()}:wallet`,
      currency: 'BAHT',
    });
    if (funds > 0n) await ledger.submit(request({ debit: house, credit: account, amount: minor(funds) }));
    return account;
  };

  const request = (
    part: Partial<TransferRequest<'deposit'>> & Pick<TransferRequest, 'debit' | 'credit'>,
  ): TransferRequest => ({
    id: newId(),
    amount: minor(100n),
    kind: 'deposit',
    pending: false,
    detail: { provider: 'TEST', reference: 'r' },
    ...part,
  });

  it('moves money between accounts and keeps the sum', async () => {
    const a = await member(500n);
    const b = await member(0n);
    const result = await ledger.submit(request({ debit: a, credit: b, amount: minor(200n) }));
    expect(result).toEqual({ outcome: 'created', state: 'posted', amount: 200n });
    expect(await ledger.balance(a)).toEqual({ available: 300n, held: 0n, incoming: 0n });
    expect(await ledger.balance(b)).toEqual({ available: 200n, held: 0n, incoming: 0n });
  });

  it('fails a transfer whose content the database does not take, and none that came with it', async () => {
    const [a, b] = [await member(1_000n), await member(0n)];
    const missing = 999_999_999n as AccountId;
    const submit = (part: Partial<TransferRequest<'deposit'>>) =>
      ledger.submit(request({ debit: a, credit: b, amount: minor(1n), ...part })).then(
        ({ outcome }) => outcome,
        () => 'failed',
      );
    const ends = await Promise.all([
      submit({}),
      ...Array.from({ length: 12 }, () => submit({})),
      submit({ detail: { provider: 'NUL\u0000', reference: 'r' } }),
      submit({ credit: missing }),
      submit({ detail: { provider: 'half \ud83d', reference: 'r' } }),
      submit({}),
    ]);
    expect(ends.filter((end) => end === 'failed')).toHaveLength(3);
    expect(ends.filter((end) => end === 'created')).toHaveLength(14);
    expect((await ledger.balance(b)).available).toBe(14n);
  });

  it('holds a pending transfer until it is posted or voided', async () => {
    const a = await member(500n);
    const b = await member(0n);
    const posted = request({ debit: a, credit: b, amount: minor(200n), pending: true });
    const voided = request({ debit: a, credit: b, amount: minor(300n), pending: true });
    await Promise.all([ledger.submit(posted), ledger.submit(voided)]);
    expect(await ledger.balance(a)).toEqual({ available: 0n, held: 500n, incoming: 0n });
    expect(await ledger.balance(b)).toEqual({ available: 0n, held: 0n, incoming: 500n });

    expect(await ledger.settle({ id: posted.id, result: 'post', outcome: {} })).toMatchObject({
      outcome: 'settled',
    });
    expect(await ledger.settle({ id: voided.id, result: 'void', outcome: {} })).toMatchObject({
      outcome: 'settled',
    });
    expect(await ledger.balance(a)).toEqual({ available: 300n, held: 0n, incoming: 0n });
    expect(await ledger.balance(b)).toEqual({ available: 200n, held: 0n, incoming: 0n });
  });

  it('settles once: again is a repeat, the other way is a conflict', async () => {
    const a = await member(100n);
    const hold = request({ debit: a, credit: house, pending: true });
    await ledger.submit(hold);
    const post = { id: hold.id, result: 'post', outcome: {} } as const;
    const both = await Promise.all([ledger.settle(post), ledger.settle(post)]);
    expect(both.map((r) => r.outcome).sort()).toEqual(['repeated', 'settled']);
    expect(await ledger.settle({ ...post, result: 'void' })).toMatchObject({
      outcome: 'conflict',
      state: 'posted',
    });
    expect(await ledger.settle({ ...post, id: newId() })).toEqual({ outcome: 'missing' });
    expect(await ledger.balance(a)).toEqual({ available: 0n, held: 0n, incoming: 0n });
  });

  it('gives the first result for the same id, and refuses it for other content', async () => {
    const a = await member(500n);
    const first = request({ debit: a, credit: house });
    expect(await ledger.submit(first)).toMatchObject({ outcome: 'created' });
    expect(await ledger.submit(first)).toMatchObject({ outcome: 'repeated', state: 'posted', amount: 100n });
    expect(await ledger.submit({ ...first, amount: minor(99n) })).toEqual({ outcome: 'conflict' });
    expect((await ledger.balance(a)).available).toBe(400n);
  });

  it('sweeps whatever is available, once', async () => {
    const a = await member(777n);
    const sweep = request({ debit: a, credit: house, amount: 'all', pending: true });
    expect(await ledger.submit(sweep)).toEqual({ outcome: 'created', state: 'pending', amount: 777n });
    expect(await ledger.submit(sweep)).toMatchObject({ outcome: 'repeated', amount: 777n });
    expect(await ledger.submit({ ...sweep, id: newId() })).toEqual({ outcome: 'insufficient' });
  });

  it.each([1, 3, 5, 100])(
    'lets exactly one of %i simultaneous spends of the whole balance through',
    async (n) => {
      const a = await member(100n);
      const results = await Promise.all(
        Array.from({ length: n }, () => ledger.submit(request({ debit: a, credit: house, pending: true }))),
      );
      const outcomes = results.map((r) => r.outcome);
      expect(outcomes.filter((o) => o === 'created')).toHaveLength(1);
      expect(outcomes.filter((o) => o === 'insufficient')).toHaveLength(n - 1);
    },
  );

  it('numbers the movements of a member from one, without gaps', async () => {
    const a = await member(1000n);
    await Promise.all(Array.from({ length: 9 }, () => ledger.submit(request({ debit: a, credit: house }))));
    const rows = await database.queries
      .selectFrom('ledger_transfer')
      .select(['debit_account', 'debit_no', 'credit_no'])
      .where((eb) => eb.or([eb('debit_account', '=', a), eb('credit_account', '=', a)]))
      .execute();
    const numbers = rows.map((row) => Number(row.debit_account === a ? row.debit_no : row.credit_no));
    expect(numbers.sort((x, y) => x - y)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('refuses to change or delete a transfer', async () => {
    const a = await member(100n);
    const transfer = request({ debit: a, credit: house });
    await ledger.submit(transfer);
    const row = database.queries.updateTable('ledger_transfer').where('id', '=', transfer.id);
    await expect(row.set({ amount: 1n }).execute()).rejects.toThrow(/append-only/);
    const gone = database.queries.deleteFrom('ledger_transfer').where('id', '=', transfer.id);
    await expect(gone.execute()).rejects.toThrow(/append-only/);
  });

  it('refuses accounts of different currencies', async () => {
    const kip = await ledger.house('gateway:TEST', 'LAK');
    const a = await member(100n);
    await expect(ledger.submit(request({ debit: a, credit: kip }))).rejects.toThrow(/currency_mismatch/);
  });

  it('keeps books that an independent auditor finds whole, whatever is asked of it', async () => {
    const accounts = await Promise.all([member(1000n), member(50n), member(0n)]);
    const everywhere = [...accounts, house];
    const account = fc.constantFrom(...everywhere);
    const operation = fc.record({
      debit: account,
      credit: account,
      amount: fc.oneof(
        fc.bigInt(1n, 900n).map((v): Minor | 'all' => minor(v)),
        fc.constant('all' as const),
      ),
      pending: fc.boolean(),
      repeat: fc.boolean(),
      settle: fc.constantFrom('post', 'void', 'leave'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
        await Promise.all(
          operations
            .filter((o) => o.debit !== o.credit)
            .map(async (o) => {
              const transfer = request({
                debit: o.debit,
                credit: o.credit,
                amount: o.amount,
                pending: o.pending,
              });
              const tries = await Promise.all(
                o.repeat ? [ledger.submit(transfer), ledger.submit(transfer)] : [ledger.submit(transfer)],
              );
              expect(tries.filter((r) => r.outcome === 'created').length).toBeLessThanOrEqual(1);
              if (o.settle !== 'leave')
                await ledger.settle({ id: transfer.id, result: o.settle, outcome: {} });
            }),
        );
        expect(await auditLedger(database)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('decides about a batch as about the same transfers made one after another', async () => {
    const FUNDS = [1_000n, 300n, 0n, 500n, 500n, 500n];
    const KIP = FUNDS.length + 1;
    const NOBODY = KIP + 1;
    const kip = await ledger.openMemberAccount(database.queries, { code: `kip:${newId()}`, currency: 'LAK' });
    const world = async (): Promise<AccountId[]> => [
      ...(await Promise.all(FUNDS.map(member))),
      house,
      kip,
      999_999_998n as AccountId,
    ];
    // Most transfers are valid, so that a batch takes both the one-statement path and the row-by-row path.
    const account = fc.oneof(
      { weight: 12, arbitrary: fc.nat(FUNDS.length) },
      { weight: 1, arbitrary: fc.constantFrom(KIP, NOBODY) },
    );
    const operation = fc.record({
      debit: account,
      credit: account,
      amount: fc.oneof(
        { weight: 8, arbitrary: fc.bigInt(1n, 300n).map((v): Minor | 'all' => minor(v)) },
        { weight: 1, arbitrary: fc.constant('all' as const) },
      ),
      pending: fc.boolean(),
      // Index of the earlier transfer whose id is reused.
      again: fc.option(fc.nat(20), { freq: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 24 }), async (operations) => {
        const wanted = operations.filter(({ debit, credit }) => debit !== credit);
        const transfers = (accounts: readonly AccountId[]): TransferRequest[] => {
          const ids = wanted.map(() => newId());
          return wanted.map(({ debit, credit, amount, pending, again }, index) =>
            request({
              id: ids[again === null ? index : again % (index + 1)] ?? newId(),
              debit: accounts[debit] ?? house,
              credit: accounts[credit] ?? house,
              amount,
              pending,
            }),
          );
        };
        const said = (transfer: TransferRequest) =>
          ledger.submit(transfer).catch((error: Error) => error.message.split(': ')[1]);
        const standing = (accounts: readonly AccountId[]) =>
          Promise.all(accounts.slice(0, FUNDS.length).map((id) => ledger.balance(id)));

        const [one, other] = [await world(), await world()];
        const inTurn: unknown[] = [];
        for (const transfer of transfers(one)) inTurn.push(await said(transfer));
        // The first transfer keeps the ledger busy, so the ones after it form a batch.
        const nobody = await member(0n);
        const before = ledger.submit(request({ debit: house, credit: nobody }));
        const together = await Promise.all(transfers(other).map(said));
        await before;
        expect(together).toEqual(inTurn);
        expect(await standing(other)).toEqual(await standing(one));
      }),
      { numRuns: 15 },
    );
    expect(await auditLedger(database)).toEqual([]);
  });
});
