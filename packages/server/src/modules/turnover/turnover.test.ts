import { randomBytes } from 'node:crypto';
import { minor, type Minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Member } from '../../domain/member.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/logger.ts';
import type { GameProvider, TurnoverEntry, TurnoverPage } from '../../ports/game-provider.ts';
import { done, unknown, type Outcome } from '../../ports/outcome.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { RejectedEntries } from '../rejected-entries/service.ts';
import { giveStakeCoins } from '../spinwheel/stake-coins.ts';
import { BooksOnly } from '../../testing/books-only.ts';
import { inWhole } from '../../testing/forms.ts';
import { SHELL } from '../../testing/staff.ts';
import { workOff } from '../../testing/work-off.ts';
import { TurnoverService } from './service.ts';
import type { Played, TurnoverListener } from './types.ts';

const PAGE = 3;
const LONG_MS = 90_000;

/** A growing report with short pages that can fail. */
class Report {
  readonly entries: TurnoverEntry[] = [];
  isDown = false;
  /** Unreadable entries of the next page. */
  readonly odd: RejectedEntry[] = [];

  add(username: string, turnover: Minor, winLoss: Minor, reference = String(this.entries.length)): void {
    this.entries.push({ reference, username, game: 'a game', turnover, winLoss, at: new Date() });
  }

  get port(): GameProvider {
    const turnoverSince = async (cursor: string | null): Promise<Outcome<TurnoverPage>> => {
      if (this.isDown) return unknown('down');
      const from = Number(cursor ?? 0);
      const entries = this.entries.slice(from, from + PAGE);
      const next = from + entries.length;
      const rejected = this.odd.splice(0);
      return done({ entries, rejected, cursor: String(next), hasMore: next < this.entries.length });
    };
    return { turnoverSince } as GameProvider;
  }
}

let books: BooksOnly;
let report: Report;
let received: Played[];
let isListening: boolean;
let member: Member;
let code: string;
let made = 0;

beforeAll(async () => {
  books = await BooksOnly.open(2);
});
afterAll(() => books.close());

// A separate provider for each test, so that each report starts at its beginning.
beforeEach(async () => {
  const provider = (await books.first.content.get()).providers[made++ % 3];
  code = provider?.code ?? '';
  await books.first.database.queries.deleteFrom('turnover_cursor').execute();
  await books.first.database.queries.deleteFrom('turnover_entry').execute();
  await books.first.database.queries.deleteFrom('turnover_total').execute();
  await books.first.database.queries.deleteFrom('game_account').execute();
  report = new Report();
  received = [];
  isListening = true;
  member = await join();
});

async function join(): Promise<Member> {
  const joined = await books.newMember();
  await books.first.database.queries
    .insertInto('game_account')
    .values({
      member_id: joined.id,
      provider: code,
      username: `kp${joined.id}`,
      sealed_password: Buffer.alloc(0),
      active: true,
    })
    .execute();
  return joined;
}

const reader = (process: number, pauseMs = 0, others: readonly TurnoverListener[] = []): TurnoverService => {
  const { database, content } = books.processes[process % 2] ?? books.first;
  const service = new TurnoverService({
    database,
    providers: new Map([[code, report.port]]),
    content,
    clock: systemClock,
    rejected: new RejectedEntries(database),
    logger: createLogger('silent'),
    leaseMs: 10_000,
    pauseMs,
  });
  service.onPlayed(async (_tx, played) => {
    if (!isListening) throw new Error('the listener cannot');
    received.push(...played);
  });
  for (const other of others) service.onPlayed(other);
  return service;
};
const kept = async (): Promise<string[]> => {
  const rows = await books.first.database.queries.selectFrom('turnover_entry').select('reference').execute();
  return rows.map(({ reference }) => reference).toSorted((a, b) => Number(a) - Number(b));
};
const user = ({ id }: Member) => `kp${id}`;

describe('entries that cannot be taken in', () => {
  const putAside = async () =>
    (await new RejectedEntries(books.first.database).list()).filter(
      ({ source }) => source === `turnover:${code}`,
    );

  it('are put aside when they cannot be read, and the rest of the report is taken in', async () => {
    const text = `{"id":"odd ${member.id}","turnover":"-5.00"}`;
    report.add(user(member), minor(100n), minor(-100n));
    report.odd.push({ reason: 'turnover is below zero', text });
    expect(await reader(0).catchUp(code)).toBe(true);
    expect(received).toHaveLength(1);
    expect((await putAside()).map(({ entry }) => entry)).toContain(text);
    // The entry's player is unknown, so every member may have played.
    const since = new Date(Date.now() - 60_000);
    const other = await join();
    expect(await reader(0).hasPlayedSince(code, other.id, since)).toBe(true);
    for (const { id } of await putAside())
      await new RejectedEntries(books.first.database).close(id, 'a test', SHELL);
    expect(await reader(0).hasPlayedSince(code, other.id, since)).toBe(false);
  });

  it('are put aside when the database does not take them, and each of the others counts once', async () => {
    report.add(user(member), minor(100n), minor(-100n));
    report.add(user(member), minor(100n), minor(-100n), randomBytes(8_000).toString('hex'));
    report.add(user(member), minor(300n), minor(300n));
    report.add(user(member), minor(400n), minor(400n));
    expect(await reader(0).catchUp(code)).toBe(true);
    expect(received.map(({ turnover }) => turnover)).toEqual([100n, 300n, 400n]);
    expect(await putAside()).toMatchObject([{ reason: expect.stringContaining('could not be taken in') }]);
    for (const { id } of await putAside())
      await new RejectedEntries(books.first.database).close(id, 'a test', SHELL);
  });
});

describe('what was played', () => {
  it('is told of once, in the report’s order, with whose it is and what it is', async () => {
    report.add(user(member), minor(1_000n), minor(-1_000n));
    report.add(user(member), minor(500n), minor(250n));
    expect(await reader(0).catchUp(code)).toBe(true);
    expect(received).toMatchObject([
      {
        memberId: member.id,
        provider: code,
        reference: '0',
        game: 'a game',
        turnover: 1_000n,
        winLoss: -1_000n,
      },
      { memberId: member.id, provider: code, reference: '1', turnover: 500n, winLoss: 250n },
    ]);
    const { providers } = await books.first.content.get();
    const category = providers.find((provider) => provider.code === code)?.category;
    expect(received.every((played) => played.category === category)).toBe(true);
    expect(await reader(1).catchUp(code)).toBe(true);
    expect(received).toHaveLength(2);
    const totals = await books.first.database.queries.selectFrom('turnover_total').selectAll().execute();
    expect(totals).toEqual([{ provider: code, member_id: member.id, turnover: 1_500n, win_loss: -750n }]);
  });

  it('is told of once though the report repeats it', async () => {
    report.add(user(member), minor(100n), minor(0n), 'same');
    report.add(user(member), minor(100n), minor(0n), 'same');
    for (let index = 0; index < PAGE; index += 1) report.add(user(member), minor(100n), minor(0n));
    report.add(user(member), minor(100n), minor(0n), 'same');
    await reader(0).catchUp(code);
    expect(received.map(({ reference }) => reference)).toEqual(['same', '2', '3', '4']);
  });

  it('leaves out players that are not ours', async () => {
    report.add('stranger', minor(100n), minor(0n));
    report.add(user(member), minor(200n), minor(0n));
    await reader(0).catchUp(code);
    expect(received.map(({ turnover }) => turnover)).toEqual([200n]);
    expect(await kept()).toEqual(['1']);
  });

  it('is read again when a listener could not take it in', async () => {
    for (let index = 0; index < 2 * PAGE; index += 1) report.add(user(member), minor(1n), minor(0n));
    await workOff(reader(0));
    isListening = false;
    await workOff(reader(0));
    expect(await kept()).toEqual(['0', '1', '2']);
    isListening = true;
    expect(await reader(1).catchUp(code)).toBe(true);
    expect(received.map(({ reference }) => reference)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('is taken in although the content has grown old while the page waited for its turn', async () => {
    report.add(user(member), minor(1n), minor(0n));
    const waited: TurnoverListener = async () => {
      const later = Date.now() + 60_000;
      const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
      onTestFinished(() => clock.mockRestore());
    };
    expect(await reader(0, 0, [waited, giveStakeCoins]).catchUp(code)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it('is not known while the provider does not say', async () => {
    report.add(user(member), minor(1n), minor(0n));
    report.isDown = true;
    expect(await reader(0).catchUp(code)).toBe(false);
    await workOff(reader(0));
    report.isDown = false;
    expect(await reader(0).catchUp(code)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it('is read by one process at a time, and not again before its pause is over', async () => {
    report.add(user(member), minor(1n), minor(0n));
    await workOff(reader(0, 60_000));
    report.add(user(member), minor(1n), minor(0n));
    await workOff(reader(1));
    expect(received).toHaveLength(1);
    await reader(1).catchUp(code);
    expect(received).toHaveLength(2);
  });

  it(
    'is told of once each, whatever is read at once, restarted or cut short',
    { ...inWhole, timeout: LONG_MS },
    async () => {
      const act = fc.oneof(
        fc.record({ kind: fc.constant('play' as const), rounds: fc.integer({ min: 1, max: 9 }) }),
        fc.record({
          kind: fc.constant('read' as const),
          at: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
        }),
        fc.record({ kind: fc.constant('fail' as const) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
          const already = received.length;
          const before = report.entries.length;
          for (const one of acts) {
            if (one.kind === 'play') {
              for (let round = 0; round < one.rounds; round += 1) {
                report.add(user(member), minor(BigInt(1 + round)), minor(BigInt(-round)));
              }
            } else {
              isListening = one.kind !== 'fail';
              const at = one.kind === 'read' ? one.at : [0];
              // Readers keep nothing in memory between readings, so each reading is like a restart.
              const reading = at.map((process) =>
                process % 3 ? reader(process).catchUp(code) : workOff(reader(process)),
              );
              await Promise.allSettled(reading);
              isListening = true;
            }
          }
          while (!(await reader(0).catchUp(code))) expect(report.isDown).toBe(false);
          const references = received.slice(already).map(({ reference }) => Number(reference));
          expect(references).toEqual(report.entries.slice(before).map((_entry, index) => before + index));
        }),
        { numRuns: 25 },
      );
    },
  );
});
