import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { acceptAnyMovement, anyRequest } from '../testing/any-movement.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { followTime, moveTime } from '../testing/moved-time.ts';
import { Ledger } from './ledger.ts';
import { Reconciler, type StatusCheck, type ReconcilerOptions } from './reconciler.ts';
import { HELD_KINDS } from './kinds/registry.ts';
import type { AccountId, CheckedTransfer } from './types.ts';

const GRACE_MS = 60_000;
/** Pause between rounds. */
const EVERY_MS = 1_000;

describe('the reconciler', () => {
  let database: Database;
  let ledger: Ledger;
  let member: AccountId;
  let house: AccountId;
  let leaveTime: () => void;
  const running: Reconciler[] = [];

  beforeAll(async () => {
    database = await postgresDatabase();
    leaveTime = await followTime(database);
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
      detail: { provider: 'KBANK', reference: 'r' },
    });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((reconciler) => reconciler.stop()));
    // Removes what a test left pending, so that the next test does not find it.
    const left = await database.queries
      .selectFrom('ledger_transfer')
      .select('id')
      .where('state', '=', 'pending')
      .execute();
    for (const { id } of left) await ledger.settle({ id, result: 'void', outcome: {} });
  });
  afterAll(async () => {
    leaveTime();
    await database.close();
  });

  const hold = () => ({
    id: newId(),
    debit: member,
    credit: house,
    amount: minor(100n),
    kind: 'withdraw',
    pending: true,
    detail: { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A' },
  });
  const submit = async (kind = 'withdraw', provider?: string) => {
    const detail = provider === undefined ? hold().detail : { provider, username: 'u', memberId: 'm' };
    const transfer = { ...hold(), kind, detail };
    await ledger.submit(anyRequest(transfer));
    return transfer.id;
  };
  const reconcilerWith = (statusCheck: StatusCheck, options: Partial<ReconcilerOptions> = {}) => {
    const reconciler = new Reconciler({
      database,
      ledger,
      logger: createLogger('silent'),
      options: { everyMs: EVERY_MS, graceMs: GRACE_MS, leaseMs: GRACE_MS, ...options },
    });
    for (const kind of HELD_KINDS) reconciler.register(kind, statusCheck);
    running.push(reconciler);
    return reconciler;
  };
  const stateOf = async (id: string) => (await ledger.find(id))?.state;
  const statesOf = async (ids: readonly string[]) => new Set(await Promise.all(ids.map(stateOf)));
  const nextMovement = () => new Promise<void>((resolve) => ledger.onMoved(() => resolve()));
  /** Lets the grace time of what was submitted pass. */
  const grace = () => moveTime(GRACE_MS + 1);

  it.each([
    ['post', 'posted'],
    ['void', 'voided'],
  ] as const)(
    'finds unfinished transfers, and resolves them as the other side says: %s',
    async (resolution, state) => {
      const id = await submit();
      const asked: CheckedTransfer[] = [];
      const reconciler = reconcilerWith(async (transfer) => {
        asked.push(transfer);
        return { resolution, outcome: { reason: 'so it was' } };
      });
      await grace();
      await reconciler.round();
      expect(await stateOf(id)).toBe(state);
      expect(asked).toEqual([
        expect.objectContaining({
          id,
          amount: 100n,
          kind: 'withdraw',
          state: 'pending',
          detail: hold().detail,
        }),
      ]);
      expect((await ledger.find(id))?.outcome).toEqual({ reason: 'so it was' });
      // Its row in the schedule is dropped after the settlement.
      const attempts = await database.queries
        .selectFrom('settlement_attempt')
        .select('transfer_id')
        .execute();
      expect(attempts.map((row) => row.transfer_id)).not.toContain(id);
    },
  );

  it('leaves a transfer to the request that made it until the grace time is over', async () => {
    const id = await submit();
    const asked: string[] = [];
    const reconciler = reconcilerWith(async (transfer) => {
      asked.push(transfer.id);
      return { resolution: 'post', outcome: {} };
    });
    for (const ms of [0, GRACE_MS * 0.75]) {
      await moveTime(ms);
      await reconciler.round();
      expect(asked).toEqual([]);
    }
    await moveTime(GRACE_MS * 0.25 + 1);
    await reconciler.round();
    expect(asked).toEqual([id]);
    expect(await stateOf(id)).toBe('posted');
  });

  it('asks at once when it is told to', async () => {
    const id = await submit();
    const reconciler = reconcilerWith(async () => ({ resolution: 'post', outcome: {} }));
    reconciler.start();
    reconciler.nudge(id);
    // It begins no round, and waits for what the nudge began.
    await reconciler.stop();
    expect(await stateOf(id)).toBe('posted');
  });

  it('asks again while there is no word, less and less often', async () => {
    const id = await submit();
    const askedAt: number[] = [];
    const reconciler = reconcilerWith(async () => {
      askedAt.push(Date.now());
      return askedAt.length < 5
        ? { resolution: 'wait', reason: 'busy' }
        : { resolution: 'post', outcome: {} };
    });
    await grace();
    await reconciler.round();
    while ((await stateOf(id)) === 'pending') {
      await moveTime(EVERY_MS / 2);
      await reconciler.round();
    }
    expect(await stateOf(id)).toBe('posted');
    expect(askedAt).toHaveLength(5);
    const pauses = askedAt.slice(1).map((at, n) => at - askedAt[n]!);
    for (const [n, pause] of pauses.entries()) expect(pause).toBeGreaterThan(EVERY_MS * 2 ** n * 0.9);
  });

  it('asks once, however many processes look', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => submit()));
    // The rows are due already, so that the test need not wait.
    const due = ids.map((transfer_id) => ({ transfer_id, attempts: 1, next_at: new Date(0) }));
    await database.queries.insertInto('settlement_attempt').values(due).execute();
    const asked: string[] = [];
    const ask: StatusCheck = async ({ id }) => {
      asked.push(id);
      await ledger.balance(member);
      return { resolution: 'post', outcome: {} };
    };
    await Promise.all(Array.from({ length: 4 }, () => reconcilerWith(ask).round()));
    expect(await statesOf(ids)).toEqual(new Set(['posted']));
    expect(asked.sort()).toEqual(ids.sort());
  });

  it('takes over from a process that asked and was never heard of again', async () => {
    const id = await submit();
    await grace();
    await new Promise<void>((asked) => {
      const dead = reconcilerWith(() => {
        asked();
        return new Promise(() => {});
      });
      void dead.round();
    });
    running.length = 0; // killed, not stopped: it never answers
    const heir = reconcilerWith(async () => ({ resolution: 'post', outcome: {} }));
    await heir.round();
    expect(await stateOf(id)).toBe('pending');
    await moveTime(GRACE_MS + 1);
    await heir.round();
    expect(await stateOf(id)).toBe('posted');
  });

  it('is not held up by one that cannot be asked about', async () => {
    const [broken, fine] = [await submit(), await submit()];
    const reconciler = reconcilerWith(async ({ id }) => {
      if (id === broken) throw new Error('no such provider any more');
      return { resolution: 'post', outcome: {} };
    });
    await grace();
    await reconciler.round();
    expect(await stateOf(fine)).toBe('posted');
    expect(await stateOf(broken)).toBe('pending');
    const next = await submit();
    await grace();
    await reconciler.round();
    expect(await stateOf(next)).toBe('posted');
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
    let firstIsAsked = () => {};
    const isAsked = new Promise<void>((resolve) => (firstIsAsked = resolve));
    const ask: StatusCheck = async ({ kind }) => {
      if (kind === 'game_in') return { resolution: 'post', outcome: {} };
      firstIsAsked();
      asked += 1;
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      await answered;
      underWay -= 1;
      return { resolution: 'post', outcome: {} };
    };
    const reconciler = reconcilerWith(ask);
    reconciler.start();
    const round = reconciler.round();
    await isAsked;
    expect(asked).toBeGreaterThan(0);
    expect(await statesOf([first, second])).toEqual(new Set(['pending']));
    reconciler.nudge(first);
    reconciler.nudge(second);
    for (;;) {
      const movement = nextMovement();
      if (!(await statesOf([first, second])).has('pending')) break;
      await movement;
    }
    expect(await statesOf([first, second])).toEqual(new Set(['posted']));
    expect(mostAtOnce).toBe(asked);
    expect(asked).toBeLessThan(20);
    answer();
    await round;
    expect(await statesOf(waiting)).toEqual(new Set(['posted']));
    expect(mostAtOnce).toBeLessThan(20);
  });

  it('has what the other side is yet to be given not wait behind what it has taken', async () => {
    const taken = await submit();
    let isFirst = true;
    const asked: string[] = [];
    const reconciler = reconcilerWith(
      async ({ id }) => {
        asked.push(id);
        if (id !== taken || !isFirst) return { resolution: 'post', outcome: {} };
        isFirst = false;
        return { resolution: 'wait', reason: 'not decided', isAccepted: true };
      },
      { everyMs: GRACE_MS },
    );
    const attempt = () =>
      database.queries
        .selectFrom('settlement_attempt')
        .select(['lane', sql<number>`extract(epoch from next_at - now())::float8`.as('seconds')])
        .where('transfer_id', '=', taken)
        .executeTakeFirst();
    await grace();
    await reconciler.round();
    expect((await attempt())?.lane).toBe('withdraw:accepted');
    // Ten rounds; a transfer without an answer is checked again after one.
    expect((await attempt())?.seconds).toBeGreaterThan((2 * GRACE_MS) / 1_000);
    const given = await submit();
    await grace();
    await reconciler.round();
    expect(await stateOf(given)).toBe('posted');
    expect(await stateOf(taken)).toBe('pending');
    await moveTime(10 * GRACE_MS);
    await reconciler.round();
    expect(await stateOf(taken)).toBe('posted');
    expect(asked.filter((id) => id === taken)).toHaveLength(2);
  });

  it('leaves kinds alone that it knows nothing of', async () => {
    const [strange, known] = [await submit('goodwill'), await submit()];
    await grace();
    await reconcilerWith(async () => ({ resolution: 'post', outcome: {} })).round();
    expect(await stateOf(known)).toBe('posted');
    expect(await stateOf(strange)).toBe('pending');
  });

  it('does not start without a status check for each kind that is held', async () => {
    const reconciler = new Reconciler({
      database,
      ledger,
      logger: createLogger('silent'),
      options: { everyMs: EVERY_MS, graceMs: GRACE_MS, leaseMs: GRACE_MS },
    });
    const check: StatusCheck = async () => ({ resolution: 'post', outcome: {} });
    reconciler.register('withdraw', check);
    expect(() => reconciler.register('withdraw', check)).toThrow('withdraw has a status check already');
    expect(() => reconciler.start()).toThrow('no status check is registered for game_in, game_out');
    await reconciler.stop();
  });

  it('leaves a transfer to staff whose detail lacks what the status check needs', async () => {
    const { id, ...rest } = hold();
    await ledger.submit(anyRequest({ ...rest, id, detail: { bankCode: 'KBANK' } }));
    let wasChecked = false;
    await grace();
    await reconcilerWith(async () => {
      wasChecked = true;
      return { resolution: 'post', outcome: {} };
    }).round();
    const { reason } = await database.queries
      .selectFrom('manual_review')
      .select('reason')
      .where('transfer_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(reason).toBe('the detail lacks bankAccountNo');
    expect(wasChecked).toBe(false);
    expect(await stateOf(id)).toBe('pending');
  });

  it('works off more than it takes at once', async () => {
    const ids = await Promise.all(Array.from({ length: 70 }, () => submit()));
    await grace();
    const reconciler = reconcilerWith(async () => ({ resolution: 'post', outcome: {} }));
    while (await reconciler.round());
    expect(await statesOf(ids)).toEqual(new Set(['posted']));
  });

  it('finishes what is under way when it stops, and takes no more', async () => {
    const id = await submit();
    let answer = () => {};
    const asked = new Promise<void>((resolveAsked) => {
      const reconciler = reconcilerWith(async () => {
        resolveAsked();
        await new Promise<void>((resolve) => (answer = resolve));
        return { resolution: 'post', outcome: {} };
      });
      reconciler.start();
      reconciler.nudge(id);
    });
    await asked;
    const [reconciler] = running;
    let stopped = false;
    const stopping = reconciler!.stop().then(() => (stopped = true));
    expect(stopped).toBe(false);
    const late = await submit();
    reconciler!.nudge(late);
    answer();
    await stopping;
    expect(await stateOf(id)).toBe('posted');
    expect(await stateOf(late)).toBe('pending');
  });
});
