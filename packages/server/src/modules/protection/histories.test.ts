import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { whileBroken, type Break } from '../../testing/broken-function.ts';
import { openHistoryWorld, playHistories, type HistoryWorld } from '../../testing/protection-histories.ts';
import { runAllChecks } from '../../testing/protection.ts';

/** `PROTECTION_HISTORIES` plays more of them. */
const HISTORIES = Number(process.env['PROTECTION_HISTORIES'] ?? 15);
/** `TEST_SEED` plays others. */
const SEED = Number(process.env['TEST_SEED'] || 7);
const MS_PER_HISTORY = 6_000;
/** A seed whose histories find each break, and the most that it takes. */
const TELLING_SEED = 7;
const MOST_UNTIL_FOUND = 30;

describe('limits, breaks and exclusions', () => {
  let world: HistoryWorld;

  beforeAll(async () => {
    world = await openHistoryWorld();
  });
  afterAll(async () => {
    expect(await runAllChecks(world.server.database)).toEqual([]);
    await world.server.stop();
  });

  it(
    `are in the books as a model of their own says, after every step of ${HISTORIES} histories`,
    async () => {
      expect(await playHistories(world, HISTORIES, SEED)).toBeUndefined();
    },
    MS_PER_HISTORY * HISTORIES + MINUTE_MS,
  );
});

const BREAKS: readonly Break[] = [
  [
    'hold_excess',
    'deposits during a break are playable',
    'v_reason := protection_stop(v_member, new.created_at)',
    'v_reason := null',
  ],
  ['hold_excess', 'a deposit that fits in part is held whole', 'least(v_excess, new.amount)', 'new.amount'],
  [
    'hold_excess',
    'what staff assign from suspense is not counted',
    'perform protection_count(v_member.member_id, new, false, null);',
    "if new.kind = 'deposit' then perform protection_count(v_member.member_id, new, false, null); end if;",
  ],
  ['ledger_submit_one', 'releases are not counted', "'held_in', 'held_release')", "'held_in')"],
  [
    'protection_count',
    'what is held of deposits is counted',
    "elsif p_move.kind = 'held_in' then",
    "elsif p_move.kind = 'held_in' then null; elsif false then",
  ],
  [
    'protection_from',
    'days begin at midnight in London',
    "p_at at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'",
    "p_at at time zone 'UTC') at time zone 'UTC'",
  ],
  ['protection_left', 'the loosest limit holds', 'select min(', 'select max('],
  ['protection_count', 'winnings of one game pay for another', 'v_off := least(v_off, v_low)', 'null'],
  [
    'protection_count',
    'credit that never reached the game counts',
    "(p_move.kind = 'game_in') = (p_move.state = 'voided')",
    'false',
  ],
  [
    'refuse_transfer',
    'a loss limit lets twice as much in',
    "'loss', p_move.created_at) < p_move.amount",
    "'loss', p_move.created_at) < p_move.amount / 2",
  ],
  ['protection_stop', 'an exclusion holds no deposits', '(p_member).excluded_at is not null', 'false'],
  [
    'hold_again',
    'money of a failed payout is playable',
    'select held_account into',
    'return null; select held_account into',
  ],
];

describe('the model finds out that', () => {
  let world: HistoryWorld;

  beforeAll(async () => {
    world = await openHistoryWorld();
  });
  afterAll(() => world.server.stop());

  it.each(BREAKS)(
    '%s is broken: %s',
    async (...broken) => {
      const play = () => playHistories(world, MOST_UNTIL_FOUND, TELLING_SEED);
      expect(await whileBroken(world.server.database.queries, broken, play)).toBeDefined();
    },
    MS_PER_HISTORY * MOST_UNTIL_FOUND,
  );
});
