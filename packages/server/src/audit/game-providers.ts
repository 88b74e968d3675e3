import pLimit from 'p-limit';
import type { GameProvider, RecordedTransfer } from '../ports/game-provider.ts';
import { compareHistory } from './balance-history.ts';
import {
  directionOf,
  readGameMovements,
  readPlayers,
  unknownIds,
  written,
  type BookedMovement,
} from './books.ts';
import { AT_ONCE, type Comparison } from './counterparties.ts';
import { Findings, type Check } from './finding.ts';

/** Clocks differ: provider entries from shortly before the period are read too. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Players whose movements are in memory at a time. */
const PLAYERS_AT_ONCE = 200;

/**
 * Checks that every movement between wallet and game ended the same way at the provider, with the same amount
 * and direction, and that the provider has no others. If the provider takes no reference, movements are
 * matched in its history by amount and time. If it lists no transfers, each of ours is looked up.
 */
export function gameProviderCheck(comparison: Comparison): Check {
  const name = 'game transfers';
  return {
    name,
    async run() {
      const findings = new Findings(name);
      const turn = pLimit(AT_ONCE);
      const players = await readPlayers(comparison.database, comparison.since);
      for (let from = 0; from < players.length; from += PLAYERS_AT_ONCE) {
        const some = players.slice(from, from + PLAYERS_AT_ONCE);
        const accounts = some.flatMap((player) => player.accounts);
        const movements = byPlayer(await readGameMovements(comparison.database, accounts, comparison.since));
        await Promise.all(
          some
            .map(({ provider, username }) => `${provider}/${username}`)
            .map((player) =>
              turn(() => comparePlayer(player, movements.get(player) ?? [], comparison, findings)),
            ),
        );
      }
      return findings.list;
    },
  };
}

/** Groups movements by `provider/user name`. */
function byPlayer(movements: readonly BookedMovement[]): Map<string, BookedMovement[]> {
  const players = new Map<string, BookedMovement[]>();
  for (const movement of movements) {
    const list = players.get(movement.player);
    if (list) list.push(movement);
    else players.set(movement.player, [movement]);
  }
  return players;
}

async function comparePlayer(
  player: string,
  movements: readonly BookedMovement[],
  { database, counterparties, since, settledBefore, signal }: Comparison,
  findings: Findings,
): Promise<void> {
  signal.throwIfAborted();
  const at = player.indexOf('/');
  const provider = counterparties.providers.get(player.slice(0, at));
  if (!provider) {
    findings.notCompared(player, 'the provider is not connected');
    return;
  }
  if (provider.listsTransfers === false) {
    await compareEach(provider, player, { movements, settledBefore }, findings);
    return;
  }
  const from = new Date(Math.max(0, since.getTime() - CLOCK_TOLERANCE_MS));
  const listed = await provider.transfersSince(player.slice(at + 1), from);
  if (listed.outcome !== 'done') {
    findings.notCompared(player, listed.reason);
    return;
  }
  const { entries, rejected } = listed.value;
  findings.rejected(player, rejected);
  if (provider.settlesBy === 'balance') {
    const period = { since, settledBefore, toleranceMs: CLOCK_TOLERANCE_MS };
    compareHistory(player, movements, entries, period, findings);
    return;
  }
  const theirs = byReference(entries);
  for (const movement of movements) judge(movement, theirs.get(movement.id), settledBefore, findings);

  const ours = new Set(movements.map(({ id }) => id));
  const strangers = [...theirs].filter(([reference, { isDone }]) => isDone && !ours.has(reference));
  const unknown = new Set(
    await unknownIds(
      database,
      strangers.map(([reference]) => reference),
    ),
  );
  for (const [reference, { direction, amount }] of strangers.filter(([one]) => unknown.has(one))) {
    findings.wrong(reference, `${direction} of ${written(amount)} for ${player} is done there, unknown here`);
  }
}

/** Looks each movement up at a provider that lists none. Movements that only the provider knows stay unseen. */
async function compareEach(
  provider: GameProvider,
  player: string,
  { movements, settledBefore }: { movements: readonly BookedMovement[]; settledBefore: Date },
  findings: Findings,
): Promise<void> {
  if (provider.settlesBy === 'balance') {
    if (movements.length > 0) findings.notCompared(player, 'the provider lists no transfers');
    return;
  }
  const username = player.slice(player.indexOf('/') + 1);
  for (const movement of movements) {
    const { id: reference, amount } = movement;
    const asked = { reference, username, direction: directionOf(movement), amount };
    const known = await provider.lookUp({ ...asked, balanceBefore: null });
    if (known.outcome === 'differs') findings.wrong(reference, known.reason);
    else if (known.outcome === 'unknown') findings.notCompared(reference, known.reason);
    else if (known.outcome === 'not_found') judge(movement, undefined, settledBefore, findings);
    else {
      const isDone = known.outcome === 'done';
      judge(movement, { ...asked, isDone, at: movement.createdAt }, settledBefore, findings);
    }
  }
}

function byReference(listed: readonly RecordedTransfer[]): Map<string, RecordedTransfer> {
  return new Map(
    listed.flatMap((transfer) =>
      transfer.reference === null ? [] : [[transfer.reference, transfer] as const],
    ),
  );
}

function judge(
  movement: BookedMovement,
  there: RecordedTransfer | undefined,
  settledBefore: Date,
  findings: Findings,
): void {
  const { id, state, amount, createdAt } = movement;
  const direction = directionOf(movement);
  const seen = there ? (there.isDone ? 'done' : 'refused') : 'unknown';
  if (there && (there.amount !== amount || there.direction !== direction)) {
    const theirs = `${there.direction} of ${written(there.amount)}`;
    findings.wrong(id, `is a ${direction} of ${written(amount)} here, a ${theirs} there`);
  }
  if (state === 'pending') {
    if (createdAt > settledBefore) return;
    if (seen === 'unknown') findings.attention(id, `pending since ${createdAt.toISOString()}, unknown there`);
    else findings.wrong(id, `is ${seen} there, pending here since ${createdAt.toISOString()}`);
    return;
  }
  const fits = state === 'posted' ? seen === 'done' : seen !== 'done';
  if (!fits) findings.wrong(id, `${direction} of ${written(amount)} is ${state} here, ${seen} there`);
}
