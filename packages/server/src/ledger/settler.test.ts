import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { acceptAnyMovement } from '../testing/any-movement.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { Ledger } from './ledger.ts';
import { Settler, type Inquiry, type SettlerOptions } from './settler.ts';
import type { AccountId, TransferKind, TransferRow } from './types.ts';

const GRACE_MS = 60;

describe('the settler', () => {
  let database: Database;
  let ledger: Ledger;
  let member: AccountId;
  let house: AccountId;
  const running: Settler[] = [];

  beforeAll(async () => {
    database = await postgresDatabase();
    await acceptAnyMovement(database);
    ledger = new Ledger(database);
    house = await ledger.house('bank', 'BAHT');
    member = await ledger.openMemberAccount(database.queries, { code: 'member:m:wallet', currency: 'BAHT' });
    await ledger.submit({
      ...hold(),
      debit: house,
      credit: member,
      amount: minor(1_000_000n),
      kind: 'deposit',
      pending: false,
    });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((settler) => settler.stop()));
    // Removes what a test left pending, so that the next test does not find it.
    const left = await database.queries
      .selectFrom('ledger_transfer')
      .select('id')
      .where('state', '=', 'pending')
      .execute();
    for (const { id } of left) await ledger.settle({ id, result: 'void', outcome: {} });
  });
  afterAll(() => database.close());

  const hold = () => ({
    id: newId(),
    debit: member,
    credit: house,
    amount: minor(100n),
    kind: 'withdraw' as TransferKind,
    pending: true,
    detail: { bankCode: 'KBANK' },
  });
  const submit = async (kind: TransferKind = 'withdraw', provider?: string) => {
    const transfer = { ...hold(), kind, ...(provider && { detail: { provider } }) };
    await ledger.submit(transfer);
    return transfer.id;
  };
  const settlerWith = (inquiry: Inquiry, options: Partial<SettlerOptions> = {}) => {
    const settler = new Settler({
      database,
      ledger,
      inquiries: new Map<TransferKind, Inquiry>([
        ['withdraw', inquiry],
        ['game_in', inquiry],
      ]),
      logger: createLogger('silent'),
      options: { everyMs: 10, graceMs: GRACE_MS, leaseMs: options.graceMs ?? GRACE_MS, ...options },
    });
    running.push(settler);
    return settler;
  };
  const stateOf = async (id: string) => (await ledger.find(id))?.state;
  const becomes = (id: string, state: string) =>
    eventually(async () => expect(await stateOf(id)).toBe(state));

  it.each([
    ['post', 'posted'],
    ['void', 'voided'],
  ] as const)('finds what nobody finished, and does what the other side says: %s', async (verdict, state) => {
    const id = await submit();
    const asked: TransferRow[] = [];
    const settler = settlerWith(async (transfer) => {
      asked.push(transfer);
      return { verdict, outcome: { reason: 'so it was' } };
    });
    settler.start();
    await becomes(id, state);
    expect(asked).toEqual([
      expect.objectContaining({
        id,
        amount: 100n,
        kind: 'withdraw',
        state: 'pending',
        detail: { bankCode: 'KBANK' },
      }),
    ]);
    expect((await ledger.find(id))?.outcome).toEqual({ reason: 'so it was' });
    // Its row in the schedule is dropped after the settlement.
    await settler.stop();
    const attempts = await database.queries.selectFrom('settlement_attempt').select('transfer_id').execute();
    expect(attempts.map((row) => row.transfer_id)).not.toContain(id);
  });

  it('leaves a transfer to the request that made it until the grace time is over', async () => {
    const madeAt = performance.now();
    const id = await submit();
    let askedAt = 0;
    settlerWith(
      async () => {
        askedAt = performance.now();
        return { verdict: 'post', outcome: {} };
      },
      { graceMs: 250 },
    ).start();
    await becomes(id, 'posted');
    expect(askedAt - madeAt).toBeGreaterThan(240);
  });

  it('asks at once when it is told to', async () => {
    const id = await submit();
    const settler = settlerWith(async () => ({ verdict: 'post', outcome: {} }), { graceMs: 60_000 });
    settler.nudge(id);
    await becomes(id, 'posted');
  });

  it('asks again while there is no word, less and less often', async () => {
    const id = await submit();
    const askedAt: number[] = [];
    const settler = settlerWith(
      async () => {
        askedAt.push(performance.now());
        return askedAt.length < 5 ? { verdict: 'wait', reason: 'busy' } : { verdict: 'post', outcome: {} };
      },
      { everyMs: 20 },
    );
    settler.start();
    await becomes(id, 'posted');
    expect(askedAt).toHaveLength(5);
    const pauses = askedAt.slice(1).map((at, n) => at - askedAt[n]!);
    for (const [n, pause] of pauses.entries()) expect(pause).toBeGreaterThan(20 * 2 ** n * 0.9);
  });

  it('asks once, however many processes look', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => submit()));
    // The rows are due already, so that the test need not wait.
    const due = ids.map((transfer_id) => ({ transfer_id, attempts: 1, next_at: new Date(0) }));
    await database.queries.insertInto('settlement_attempt').values(due).execute();
    const asked: string[] = [];
    const ask: Inquiry = async ({ id }) => {
      asked.push(id);
      await ledger.balance(member);
      return { verdict: 'post', outcome: {} };
    };
    for (let n = 0; n < 4; n += 1) settlerWith(ask, { graceMs: 60_000 }).start();
    await Promise.all(ids.map((id) => becomes(id, 'posted')));
    expect(asked.sort()).toEqual(ids.sort());
  });

  it('takes over from a process that asked and was never heard of again', async () => {
    const id = await submit();
    const dead = settlerWith(() => new Promise(() => {}));
    dead.nudge(id);
    running.length = 0; // killed, not stopped: it never answers
    settlerWith(async () => ({ verdict: 'post', outcome: {} })).start();
    await becomes(id, 'posted');
  });

  it('is not held up by one that cannot be asked about', async () => {
    const [broken, fine] = [await submit(), await submit()];
    const settler = settlerWith(async ({ id }) => {
      if (id === broken) throw new Error('no such provider any more');
      return { verdict: 'post', outcome: {} };
    });
    settler.start();
    await becomes(fine, 'posted');
    expect(await stateOf(broken)).toBe('pending');
    const next = await submit();
    await becomes(next, 'posted');
  });

  it('is not held up by a counterparty that does not answer, however much waits there', async () => {
    const waiting = await Promise.all(Array.from({ length: 40 }, () => submit('withdraw')));
    const [first, second] = [await submit('game_in', 'PG'), await submit('game_in', 'JOKER')];
    // The payouts are longer overdue.
    const due = waiting.map((transfer_id) => ({
      transfer_id,
      attempts: 1,
      next_at: new Date(0),
      lane: 'withdraw',
    }));
    await database.queries.insertInto('settlement_attempt').values(due).execute();
    let asked = 0;
    let underWay = 0;
    let mostAtOnce = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const ask: Inquiry = async ({ kind }) => {
      if (kind === 'game_in') return { verdict: 'post', outcome: {} };
      asked += 1;
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await answered;
      underWay -= 1;
      return { verdict: 'post', outcome: {} };
    };
    settlerWith(ask, { graceMs: 30_000 }).start();
    await eventually(() => expect(asked).toBeGreaterThan(0));
    running[0]?.nudge(first);
    running[0]?.nudge(second);
    await Promise.all([becomes(first, 'posted'), becomes(second, 'posted')]);
    expect(mostAtOnce).toBe(asked);
    expect(asked).toBeLessThan(20);
    answer();
    await eventually(async () =>
      expect(new Set(await Promise.all(waiting.map(stateOf)))).toEqual(new Set(['posted'])),
    );
    expect(mostAtOnce).toBeLessThan(20);
  });

  it('has what the other side is yet to be given not wait behind what it has taken', async () => {
    const taken = await submit();
    let isFirst = true;
    const asked: string[] = [];
    settlerWith(
      async ({ id }) => {
        asked.push(id);
        if (id !== taken || !isFirst) return { verdict: 'post', outcome: {} };
        isFirst = false;
        return { verdict: 'wait', reason: 'not decided', isAccepted: true };
      },
      { everyMs: 100 },
    ).start();
    const attempt = () =>
      database.queries
        .selectFrom('settlement_attempt')
        .select(['lane', sql<number>`extract(epoch from next_at - now())::float8`.as('seconds')])
        .where('transfer_id', '=', taken)
        .executeTakeFirst();
    await eventually(async () => expect((await attempt())?.lane).toBe('withdraw:accepted'));
    // Ten rounds; a transfer without an answer is checked again after one.
    expect((await attempt())?.seconds).toBeGreaterThan(0.2);
    const given = await submit();
    await becomes(given, 'posted');
    await becomes(taken, 'posted');
    expect(asked.filter((id) => id === taken)).toHaveLength(2);
  });

  it('leaves kinds alone that it knows nothing of', async () => {
    const [strange, known] = [await submit('game_out'), await submit()];
    settlerWith(async () => ({ verdict: 'post', outcome: {} })).start();
    await becomes(known, 'posted');
    expect(await stateOf(strange)).toBe('pending');
  });

  it('works off more than it takes at once', async () => {
    const ids = await Promise.all(Array.from({ length: 70 }, () => submit()));
    settlerWith(async () => ({ verdict: 'post', outcome: {} })).start();
    await Promise.all(ids.map((id) => becomes(id, 'posted')));
  });

  it('finishes what is under way when it stops, and takes no more', async () => {
    const id = await submit();
    let answer = () => {};
    const asked = new Promise<void>((resolveAsked) => {
      const settler = settlerWith(async () => {
        resolveAsked();
        await new Promise<void>((resolve) => (answer = resolve));
        return { verdict: 'post', outcome: {} };
      });
      settler.nudge(id);
    });
    await asked;
    const [settler] = running;
    let stopped = false;
    const stopping = settler!.stop().then(() => (stopped = true));
    expect(stopped).toBe(false);
    const late = await submit();
    settler!.nudge(late);
    answer();
    await stopping;
    expect(await stateOf(id)).toBe('posted');
    expect(await stateOf(late)).toBe('pending');
  });
});
