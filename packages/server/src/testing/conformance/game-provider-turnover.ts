import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { GameProvider, TurnoverEntry, TurnoverPage } from '../../ports/game-provider.ts';
import type { ProviderTrial } from './provider-trial.ts';

/** More than two pages of the report. */
const MANY_ROUNDS = 1_050;

/** Tests the turnover report: ordered, complete, and resumable at any cursor. */
export function describeTurnover(trial: ProviderTrial): void {
  describe('turnover', () => {
    const isByCursor = trial.traits.report === 'cursor';
    it('reports what was played: who, what, how much, when', async () => {
      const player = await trial.join(100_000n);
      const { cursor } = await readAll(trial.provider, null);
      await trial.play(player.username, { bet: 10, win: 0 });
      await trial.play(player.username, { bet: 5.5, win: 25 });
      const { entries: all } = await readAll(trial.provider, cursor);
      const { username } = player;
      const entries = isByCursor ? all : all.filter((entry) => entry.username === username);
      const row = (turnover: bigint, winLoss: bigint) => ({
        reference: expect.stringMatching(/./),
        username,
        game: expect.stringMatching(/./),
        turnover,
        winLoss,
        at: expect.any(Date),
      });
      expect(entries).toEqual([row(1_000n, -1_000n), row(550n, 1_950n)]);
      expect(new Set(entries.map(({ reference }) => reference)).size).toBe(2);
      for (const { at } of entries) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
      expect(await trial.balance(username)).toBe(100_000n - 1_000n + 1_950n);
    });

    it.runIf(!isByCursor)('tells again only what it told before', async () => {
      const player = await trial.join(100_000n);
      const { cursor } = await readAll(trial.provider, null);
      await trial.play(player.username, { bet: 10, rounds: 3 });
      const first = await readAll(trial.provider, cursor);
      const again = await readAll(trial.adapter(), first.cursor);
      const known = new Set(first.entries.map(({ reference }) => reference));
      const ours = first.entries.filter(({ username }) => username === player.username);
      expect(new Set(ours.map(({ reference }) => reference)).size).toBe(3);
      expect(again.entries.filter(({ reference }) => !known.has(reference))).toEqual([]);
    });

    it.runIf(isByCursor)('stays where it is when there is nothing new', async () => {
      const { cursor } = await readAll(trial.provider, null);
      expect(await page(trial.provider, cursor)).toEqual({
        entries: [],
        rejected: [],
        cursor,
        hasMore: false,
      });
    });

    it.runIf(isByCursor)(
      'has no gaps and no repeats while rounds go on, and goes on from a cursor',
      async () => {
        const { username } = await trial.join(100_000_000n);
        const start = (await readAll(trial.provider, null)).cursor;
        const seen: TurnoverEntry[] = [];
        let cursor = start;
        let played = 0;
        // A new adapter reads each page with nothing but the cursor, while rounds go on.
        for (let round = 0; seen.length < 2 * MANY_ROUNDS; round += 1) {
          assert.ok(round < 40, `${seen.length} entries after ${round} pages`);
          const plays =
            played < 2 * MANY_ROUNDS ? trial.play(username, { bet: 1 + round, rounds: 350 }) : null;
          if (plays) played += 350;
          const { entries, cursor: next } = await page(trial.adapter(), cursor);
          await plays;
          seen.push(...entries);
          cursor = next;
        }
        const again = await readAll(trial.provider, start);
        expect(seen.length).toBe(played);
        expect(seen).toEqual(again.entries);
        expect(new Set(seen.map(({ reference }) => reference)).size).toBe(played);
        const stakes = seen.map(({ turnover }) => turnover);
        expect(stakes).toEqual(stakes.toSorted((a, b) => Number(a - b)));
        const times = seen.map(({ at }) => at.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      },
    );

    it('begins at the beginning', async () => {
      const { username } = await trial.join(1_000n);
      await trial.play(username);
      const { entries } = await readAll(trial.provider, null);
      expect(entries.at(-1)).toMatchObject({ username, turnover: 100n });
      const first = await page(trial.provider, null);
      expect(first.entries).toEqual(entries.slice(0, first.entries.length));
    });
  });
}

/** A service without a report says so, and never that there was no play. */
export function describeNoReport(trial: ProviderTrial): void {
  it('reports no rounds, and says so', async () => {
    expect(trial.provider.reportsPlay).toBe(false);
    expect((await trial.provider.turnoverSince(null)).outcome).toBe('refused');
  });
}

async function page(provider: GameProvider, cursor: string | null): Promise<TurnoverPage> {
  const answer = await provider.turnoverSince(cursor);
  assert.ok(answer.outcome === 'done', inspect(answer));
  return answer.value;
}

/** Reads page after page to the end. */
async function readAll(provider: GameProvider, from: string | null) {
  const entries: TurnoverEntry[] = [];
  let cursor = from;
  for (;;) {
    const next = await page(provider, cursor);
    entries.push(...next.entries);
    cursor = next.cursor;
    if (!next.hasMore) return { entries, cursor };
  }
}
