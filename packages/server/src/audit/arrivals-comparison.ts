import type { Minor } from '@krapao/contract/money';
import { arrivalKey, findArrivals, readArrivals, written, type BookedArrival } from './books.ts';
import { LATENESS_MS, type Comparison } from './counterparties.ts';
import type { Findings } from './finding.ts';
import { KeySet } from './key-set.ts';

/** An incoming payment in the counterparty's records. */
export interface Told {
  place: string;
  reference: string;
  amount: Minor;
  at: Date;
}

export interface ToldArrivals {
  /** All records of the counterparty from {@link LATENESS_MS} before the period on, page by page. */
  told: AsyncIterable<readonly Told[]>;
  /** Prefix of the names of these places in the books. */
  placeBegins: string;
  /** Returns whether the counterparty must have a record of our entry. */
  isTold: (arrival: BookedArrival) => boolean;
  /** Returns the ids of other entries that have a record of another kind. Without it, all of them do. */
  recorded?: (arrivals: readonly BookedArrival[]) => Promise<ReadonlySet<string>>;
}

/**
 * Checks that every incoming payment was credited once with its amount, and that nothing else was credited.
 * One page of the counterparty and one stretch of the books are in memory at a time; everything else is a
 * digest.
 */
export async function compareArrivals(
  { database, since, settledBefore }: Comparison,
  { told, placeBegins, isTold, recorded }: ToldArrivals,
  findings: Findings,
): Promise<void> {
  const earliest = new Date(since.getTime() - LATENESS_MS);
  const known = new KeySet();
  for await (const page of told) {
    // A feed may report a transfer more than once.
    const entries = page.filter(({ place, reference }) => known.add(arrivalKey(place, reference)));
    const due = entries.filter(({ at }) => at >= since);
    // The books are read after the page: they must contain what it reports.
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
      // A slip can arrive before the feed.
      if (arrival.createdAt > settledBefore) findings.attention(key, `${message} yet`);
      else findings.wrong(key, message);
    }
  }
}
