import { randomUUID } from 'node:crypto';
import { runAudit } from '../support/audit.ts';
import { makeCopy } from '../support/backup.ts';
import type { Stack } from '../support/stack.ts';
import { depositByBank, depositByWallet } from './deposits.ts';
import { replaceDatabase, withCopies } from './restore.ts';
import { untilNothingOpen } from './settle.ts';
import { perform } from './steps.ts';
import type { Press, Step } from './vocabulary.ts';
import type { World } from './world.ts';

const PRESS: Press = { server: 0, times: 1, retry: true };
/** A game whose provider lists its transfers: the audit cannot name what a service without a list did. */
const LISTING_GAME = 'PG2';
const GAME_CREDIT = 50;
const PAID = 300;
/** Number of members who continue after the copy. */
const GOING_ON = 3;

/**
 * Loss of the database: a copy of the settled ledger, some more activity, and then a restore of the copy.
 * Money reported by feeds comes in again by itself, once. Movements known to games and gateways but lost in
 * the ledger must be named by the audit where they are listed, all of them and nothing else.
 * @returns lines the audit names too much, and lines it leaves out
 */
export async function restoreWithLoss(world: World, stack: Stack, withinMs: number): Promise<string[]> {
  const { database } = stack;
  if (!database) return [];
  return withCopies(async (folder) => {
    const copy = await makeCopy(folder, stack.env);
    const kept = await idsOf(stack);
    await goOn(world);
    await untilNothingOpen(world, stack, withinMs);
    const rows = await database.query(
      `select t.id, t.kind, t.detail ->> 'reference' as reference, d.code
        from ledger_transfer t join ledger_account d on d.id = t.debit_account where t.state = 'posted'`,
    );
    const lost = rows.filter(({ id }) => !kept.has(String(id)));
    await world.servers.whileDead(() => replaceDatabase(world, stack, database, copy));
    await untilNothingOpen(world, stack, withinMs);
    return compare(lost, await wrongLines(stack));
  });
}

async function idsOf(stack: Stack): Promise<ReadonlySet<string>> {
  const rows = (await stack.database?.query('select id from ledger_transfer')) ?? [];
  return new Set(rows.map(({ id }) => String(id)));
}

/** Lets some members deposit by each channel that reports again, and move credit to a game and back. */
async function goOn(world: World): Promise<void> {
  for (const { no } of world.actors.slice(0, GOING_ON)) {
    const step = (what: Step) => perform(world, { ...what, press: PRESS }, randomUUID());
    await step({ kind: 'qr', member: no, provider: 'KBANK', amount: PAID, use: 'pay', other: PAID });
    await step({ kind: 'move', member: no, from: 'WALLET', to: LISTING_GAME, amount: GAME_CREDIT });
    await step({ kind: 'move', member: no, from: LISTING_GAME, to: 'WALLET', amount: GAME_CREDIT });
    const amount = PAID + no / 100;
    const bank = { kind: 'bank', member: no, toAccountNo: '0001234572', amount, stranger: '' } as const;
    await depositByBank(world, { ...bank, from: 'own_account' });
    await depositByBank(world, { ...bank, from: 'lookalike' });
    await depositByWallet(world, { kind: 'ewallet', member: no, amount, from: 'own_phone' });
  }
}

async function wrongLines(stack: Stack): Promise<string[]> {
  const { output } = await runAudit(stack.env, '--grace-minutes', '0');
  return output.split('\n').filter((line) => line.startsWith('wrong: '));
}

/**
 * Returns the audit's line for a movement that only the counterparty remembers; undefined where it has come
 * in again.
 */
function lineOf({ id, kind, reference, code }: Record<string, unknown>): string | undefined {
  if (kind === 'game_in' || kind === 'game_out') return `wrong: game transfers: ${String(id)}: `;
  const [, place, account] = String(code).split(':');
  return place === 'gateway'
    ? `wrong: gateway payments: gateway:${account} ${String(reference)}: `
    : undefined;
}

function compare(lost: readonly Record<string, unknown>[], lines: readonly string[]): string[] {
  const expected = lost.flatMap((row) => lineOf(row) ?? []);
  const missing = expected.filter((begin) => !lines.some((line) => line.startsWith(begin)));
  const others = lines.filter((line) => !expected.some((begin) => line.startsWith(begin)));
  return [
    ...(expected.length === 0 ? ['nothing was lost: the restore with loss shows nothing'] : []),
    ...missing.map((begin) => `lost with the copy, and the audit does not say: ${begin}`),
    ...others.map((line) => `after the copy was restored, the audit says: ${line}`),
  ];
}
