import type { RecordedTransfer } from '../ports/game-provider.ts';
import { directionOf, written, type BookedMovement } from './books.ts';
import type { Findings } from './finding.ts';

export interface ComparedPeriod {
  /** Earlier movements are ignored. */
  since: Date;
  /** Later movements may still be in flight. */
  settledBefore: Date;
  /** Largest difference between their clock and ours. */
  toleranceMs: number;
}

/**
 * Compares a player's movements with the history of a provider that takes no reference. The history has only
 * direction, amount and time, so movements are matched by these. Two of the same amount within a few minutes
 * are not distinguished; the sums agree either way.
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
  // Posted movements are matched first; uncertain ones take what is left.
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
  // Entries at the start of the period may belong to earlier movements.
  const from = period.since.getTime() + period.toleranceMs;
  for (const { direction, amount, at } of left.filter((one) => one.at.getTime() >= from)) {
    const what = `${direction} of ${written(amount)}`;
    findings.wrong(`${player} at ${at.toISOString()}`, `${what} is in the history there, unknown here`);
  }
}

const inState = (movements: readonly BookedMovement[], state: BookedMovement['state']): BookedMovement[] =>
  movements.filter((movement) => movement.state === state);

const told = (movement: BookedMovement): string => `${directionOf(movement)} of ${written(movement.amount)}`;

/** Removes the first remaining entry that matches this movement. */
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
