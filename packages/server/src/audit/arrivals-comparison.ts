import type { Minor } from '@krapao/contract/money';
import { arrivalKey, findArrivals, readArrivals, written, type BookedArrival } from './books.ts';
import { LATENESS_MS, type Comparison } from './counterparties.ts';
import type { Findings } from './finding.ts';
import { KeySet } from './key-set.ts';

/** Money that came in, as the other side has it. */
export interface Told {
  place: string;
  reference: string;
  amount: Minor;
  at: Date;
}

export interface ToldArrivals {
  /** Everything the other side has, from {@link LATENESS_MS} before the period on, a page at a time. */
  told: AsyncIterable<readonly Told[]>;
  /** How the names of these places begin in the books. */
  placeBegins: string;
  /** Which of our own entries the other side must have. */
  isTold: (arrival: BookedArrival) => boolean;
  /** Which of the others, by id, have a record of another kind. Left out, all of them do. */
  recorded?: (arrivals: readonly BookedArrival[]) => Promise<ReadonlySet<string>>;
}

/**
 * Whatever came in was credited once with its amount, and nothing was credited that did not come in. A page of the
 * other side and a stretch of the books are in memory at a time, and of everything else a digest.
 */
export async function compareArrivals(
  { database, since, settledBefore }: Comparison,
  { told, placeBegins, isTold, recorded }: ToldArrivals,
  findings: Findings,
): Promise<void> {
  const earliest = new Date(since.getTime() - LATENESS_MS);
  const known = new KeySet();
  for await (const page of told) {
    // A feed may tell of a transfer more than once.
    const entries = page.filter(({ place, reference }) => known.add(arrivalKey(place, reference)));
    const due = entries.filter(({ at }) => at >= since);
    // The books are read after the page: what has been told of before must be in them.
    const booked = await findArrivals(database, due, earliest);
    for (const { place, reference, amount } of due) {
      const key = arrivalKey(place, reference);
      const ours = booked.get(key);
      if (!ours) findings.wrong(key, `${written(amount)} came in and was never credited`);
      else if (ours.amount !== amount)
        findings.wrong(key, `${written(amount)} came in, ${written(ours.amount)} was credited (${ours.id})`);
    }
  }
  for await (const stretch of readArrivals(database, placeBegins, earliest)) {
    const absent: BookedArrival[] = [];
    for (const arrival of stretch) {
      const key = arrivalKey(arrival.place, arrival.reference);
      const mark = known.mark(key);
      if (mark === 'again') findings.wrong(key, `was credited more than once (${arrival.id})`);
      if (mark === 'absent' && arrival.createdAt >= since) absent.push(arrival);
    }
    const others = absent.filter((arrival) => !isTold(arrival));
    const proved = await recorded?.(others);
    for (const arrival of absent) {
      if (!isTold(arrival) && (!proved || proved.has(arrival.id))) continue;
      const key = arrivalKey(arrival.place, arrival.reference);
      const message = `${written(arrival.amount)} was credited (${arrival.id}), and nothing came in`;
      // A slip can be quicker than the feed.
      if (arrival.createdAt > settledBefore) findings.attention(key, `${message} yet`);
      else findings.wrong(key, message);
    }
  }
}
