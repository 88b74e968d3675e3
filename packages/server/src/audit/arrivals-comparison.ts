import type { Minor } from '@krapao/contract/money';
import { arrivalKey, readArrivals, written, type BookedArrival } from './books.ts';
import { LATENESS_MS, type Comparison } from './counterparties.ts';
import type { Findings } from './finding.ts';

/** Money that came in, as the other side has it. */
export interface Told {
  place: string;
  reference: string;
  amount: Minor;
  at: Date;
}

export interface ToldArrivals {
  /** Everything the other side has, from {@link LATENESS_MS} before the period on. */
  told: readonly Told[];
  /** How the names of these places begin in the books. */
  placeBegins: string;
  /** Which of our own entries the other side must have. */
  isTold: (arrival: BookedArrival) => boolean;
}

/** Whatever came in was credited once with its amount, and nothing was credited that did not come in. */
export async function compareArrivals(
  { database, since, settledBefore }: Comparison,
  { told, placeBegins, isTold }: ToldArrivals,
  findings: Findings,
): Promise<void> {
  // The books are read last: what has been told of before that must be in them.
  const booked = await readArrivals(database, placeBegins, new Date(since.getTime() - LATENESS_MS));
  const known = new Set<string>();
  for (const { place, reference, amount, at } of told) {
    const key = arrivalKey(place, reference);
    // A feed may tell of a transfer more than once.
    if (known.has(key)) continue;
    known.add(key);
    if (at < since) continue;
    const [ours, ...others] = booked.get(key) ?? [];
    if (!ours) findings.wrong(key, `${written(amount)} came in and was never credited`);
    else if (others.length > 0) findings.wrong(key, `was credited ${others.length + 1} times`);
    else if (ours.amount !== amount)
      findings.wrong(key, `${written(amount)} came in, ${written(ours.amount)} was credited (${ours.id})`);
  }
  for (const [key, [arrival]] of booked) {
    if (!arrival || known.has(key) || arrival.createdAt < since || !isTold(arrival)) continue;
    const message = `${written(arrival.amount)} was credited (${arrival.id}), and nothing came in`;
    // A slip can be quicker than the feed.
    if (arrival.createdAt > settledBefore) findings.attention(key, `${message} yet`);
    else findings.wrong(key, message);
  }
}
