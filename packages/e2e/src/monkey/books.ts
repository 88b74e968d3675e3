import { setTimeout as delay } from 'node:timers/promises';
import { runAudit } from '../support/audit.ts';
import { Counterparties } from '../support/counterparties.ts';
import { LEFT_MS, type Stack } from '../support/stack.ts';

const LOOK_EVERY_MS = 500;

export interface Books {
  /** Movements still in progress, one line each, after all faults and presses have ended. */
  stuck: string[];
  /** Findings of the auditor about money. */
  wrong: string[];
  /** The auditor's last line. */
  audit: string;
}

/** Ends all faults, makes the bank pay, waits until no movement is in progress, and runs the auditor. */
export async function closeBooks(stack: Stack, withinMs: number): Promise<Books> {
  const counterparties = new Counterparties(stack.sandbox.url);
  await counterparties.clearFaults();
  // A server that is stopped finishes its calls, so none is under way when their time is over.
  await stack.server.stop();
  await stack.pass(LEFT_MS);
  await stack.server.start();
  const deadline = performance.now() + withinMs;
  let stuck = await underWay(stack, counterparties);
  while (stuck.length > 0 && performance.now() < deadline) {
    await delay(LOOK_EVERY_MS);
    stuck = await underWay(stack, counterparties);
  }
  // PGlite runs in the server process, which has to end before the auditor can read it.
  if (!stack.database) await stack.server.stop();
  const { exitCode, output } = await runAudit(stack.env, '--grace-minutes', '0');
  if (!stack.database) await stack.server.start();
  const lines = output.trim().split('\n');
  const wrong = lines.filter((line) => line.startsWith('wrong: '));
  if (exitCode !== 0 && wrong.length === 0) wrong.push(`the auditor ended with ${exitCode}`);
  return { stuck, wrong, audit: lines.at(-1) ?? '' };
}

/** Returns movements in progress. Pays payouts that wait at the bank; ignores transfers in manual review. */
async function underWay({ database }: Stack, counterparties: Counterparties): Promise<string[]> {
  const payouts = (await counterparties.newestPayouts()).filter(({ state }) => state === 'accepted');
  for (const { id } of payouts) await counterparties.decidePayout(id, 'done');
  if (!database) return [];
  const rows = await database.query(`
    select 'transfers of ' || kind as what, count(*)::int as count from ledger_transfer
      where state = 'pending' and id not in (
        select transfer_id from balance_claim where unclear_at is not null
        union all select transfer_id from manual_review)
      group by kind
    union all select 'gift links', count(*)::int from gift_link where state = 'redeeming'
    union all select 'slips', count(*)::int from slip where state = 'processing'
    union all select 'second legs', count(*)::int from onward_transfer where not done`);
  return rows
    .filter(({ count }) => Number(count) > 0)
    .map(({ what, count }) => `${String(what)}: ${String(count)}`);
}
