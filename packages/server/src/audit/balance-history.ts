import type { RecordedTransfer } from '../ports/game-provider.ts';
import { directionOf, written, type BookedMovement } from './books.ts';
import type { Findings } from './finding.ts';

export interface ComparedPeriod {
  /** What was made before is left out. */
  since: Date;
  /** What was made after may still be on its way. */
  settledBefore: Date;
  /** How far their clock may be from ours. */
  toleranceMs: number;
}

/**
 * Compares a player's movements with the history of a provider that takes no reference. It says when what
 * moved and no more, so a movement is found in it by direction, amount and time; two of the same amount
 * within a few minutes are not told apart, nor need they be: either way the sums agree.
 * @param player for the findings: `provider/user name`
 * @param history of the player since the tolerance before the period
 */
export function compareHistory(
  player: string,
  movements: readonly BookedMovement[],
  history: readonly RecordedTransfer[],
  period: ComparedPeriod,
  findings: Findings,
): void {
  const left = history.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  // What certainly moved takes its place first; what may have moved takes what is left.
  for (const movement of inState(movements, 'posted')) {
    if (takeFrom(left, movement, period)) continue;
    findings.wrong(movement.id, `${told(movement)} is posted here, and not in the history of ${player}`);
  }
  for (const movement of inState(movements, 'pending')) {
    const isThere = takeFrom(left, movement, period);
    if (movement.createdAt > period.settledBefore) continue;
    const there = isThere ? 'in the history there' : 'not in the history there';
    findings.attention(movement.id, `pending since ${movement.createdAt.toISOString()}, ${there}`);
  }
  for (const movement of inState(movements, 'voided')) {
    if (!takeFrom(left, movement, period)) continue;
    findings.wrong(movement.id, `${told(movement)} is voided here, and in the history of ${player}`);
  }
  // What a movement from before the period may have left at its edge is nobody's fault.
  const from = period.since.getTime() + period.toleranceMs;
  for (const { direction, amount, at } of left.filter((one) => one.at.getTime() >= from)) {
    const what = `${direction} of ${written(amount)}`;
    findings.wrong(`${player} at ${at.toISOString()}`, `${what} is in the history there, unknown here`);
  }
}

const inState = (movements: readonly BookedMovement[], state: BookedMovement['state']): BookedMovement[] =>
  movements.filter((movement) => movement.state === state);

const told = (movement: BookedMovement): string => `${directionOf(movement)} of ${written(movement.amount)}`;

/** Takes the first entry that can be this movement out of those left. */
function takeFrom(
  left: RecordedTransfer[],
  movement: BookedMovement,
  { toleranceMs }: ComparedPeriod,
): boolean {
  const direction = directionOf(movement);
  const index = left.findIndex(
    ({ amount, at, ...entry }) =>
      entry.direction === direction &&
      amount === movement.amount &&
      Math.abs(at.getTime() - movement.createdAt.getTime()) <= toleranceMs,
  );
  if (index >= 0) left.splice(index, 1);
  return index >= 0;
}
