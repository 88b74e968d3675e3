import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { endOf } from '../support/api.ts';
import { wholeStatement } from '../support/member.ts';
import { suspenseAmounts } from '../support/operator.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { resolveTransfers } from './resolve.ts';
import { decidePayouts } from './steps.ts';
import { heal } from './troubles.ts';
import { verify } from './verify.ts';
import { NO_RECORD_OF_REFUSALS, providerOf } from './vocabulary.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 500;
const PAYOUTS_AT_ONCE = 100;
/** The servers read the feeds more often than that. */
const FEEDS_WITHIN_MS = 5_000;

const pageState = z.object({ callbacksWaiting: z.int() });

/**
 * Lifts all faults and waits until every movement has settled by itself.
 * @returns mismatches; empty, unless the time is up
 */
export async function settle(world: World, stack: Stack, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  await world.servers.allUp();
  await heal(world);
  // A payout that is approved may be one of those that are delayed.
  await world.staff.decideReviews();
  await cancelDelayed(world);
  for (;;) {
    // The bank decides all waiting payouts; this decision is always the same and not part of the seed.
    while ((await decidePayouts(world, 'done', PAYOUTS_AT_ONCE)) === 'OK');
    await resolveTransfers(world);
    await coverPending(world);
    const open = await stillOpen(world, stack);
    if (open.length === 0) {
      const problems = await verify(world, await suspenseOf(stack));
      if (problems.length === 0 || performance.now() > deadline) return problems;
    } else if (performance.now() > deadline) return open;
    await delay(LOOK_EVERY_MS);
  }
}

/** Waits until no movement is in progress, without checking correctness. @throws Error when the time is up */
export async function untilNothingOpen(world: World, stack: Stack, withinMs: number): Promise<void> {
  await until('nothing is open', withinMs, async () => {
    await world.staff.decideReviews();
    while ((await decidePayouts(world, 'done', PAYOUTS_AT_ONCE)) === 'OK');
    await resolveTransfers(world);
    await coverPending(world);
    return (await stillOpen(world, stack)).length === 0;
  });
  // Recent payments may not have been reported yet.
  await delay(FEEDS_WITHIN_MS);
}

/** Cancels the payouts that would wait for days. */
async function cancelDelayed({ actors, expectations }: World): Promise<void> {
  for (const { api, username } of actors) {
    const rows = (await wholeStatement(api)).filter(
      ({ status, note }) => status === 'PENDING' && note === 'DELAYED_PAYOUT',
    );
    for (const { _id } of rows) {
      const key = 'DELETE /api/wallet/withdraw/:transferId';
      const end = endOf(key, await api.send(key, { params: { transferId: _id } }));
      if (end !== 'OK') expectations.violated(`${username} could not cancel the delayed ${_id}: ${end}`);
    }
  }
}

/**
 * Lets players win what their open transfers out of games ask for. PG Soft and Joker keep no record of a refusal, so a
 * lost answer for want of credit would otherwise need manual review after a quarter of an hour.
 */
async function coverPending({ actors, counterparties }: World): Promise<void> {
  for (const { api, usernames } of actors) {
    const pending = (await wholeStatement(api)).filter(
      ({ status, from }) => status === 'PENDING' && NO_RECORD_OF_REFUSALS.some((game) => game === from),
    );
    for (const { from, amount } of pending) {
      const [username, code] = [usernames[from] ?? '', providerOf(from)];
      const { balance } = await counterparties.player(username, code);
      const win = Math.round((amount - balance) * 100) / 100;
      if (win > 0) await counterparties.play(username, { bet: 0, win }, code);
    }
  }
}

/** Returns movements visibly in progress, by cheap queries. */
async function stillOpen({ actors, channels }: World, { database }: Stack): Promise<string[]> {
  const open: string[] = [];
  const { callbacksWaiting } = await channels.control(pageState, 'GET', '/page/state');
  if (callbacksWaiting > 0) open.push(`${callbacksWaiting} callbacks wait`);
  if (database) {
    const rows = await database.query(`
      select 'transfers' as what, count(*)::int as count from ledger_transfer where state = 'pending'
      union all select 'gift links', count(*)::int from gift_link where state = 'redeeming'
      union all select 'slips', count(*)::int from slip where state = 'processing'
      union all select 'second legs', count(*)::int from onward_transfer where not done`);
    return [
      ...open,
      ...rows.flatMap(({ what, count }) => (count === 0 ? [] : [`${String(what)}: ${String(count)}`])),
    ];
  }
  for (const { api, username } of actors) {
    const { wallet } = await api.ok('GET /api/wallet');
    if (wallet.transit > 0) open.push(`${username} has ${wallet.transit} in transit`);
  }
  return open;
}

/** Returns amounts in suspense; undefined on PGlite, which only the running server can open. */
async function suspenseOf(stack: Stack): Promise<bigint[] | undefined> {
  if (!stack.database) return undefined;
  return (await suspenseAmounts(stack.env)).map(({ satang }) => satang);
}
