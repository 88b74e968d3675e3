import type { Minor } from '@krapao/contract/money';
import { paymentKey, findPayments, readPayments, written, type BookedPayment } from './books.ts';
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

export interface ToldPayments {
  /** All records of the counterparty from {@link LATENESS_MS} before the period on, page by page. */
  told: AsyncIterable<readonly Told[]>;
  /** Prefix of the names of these places in the books. */
  placeBegins: string;
  /** Returns whether the counterparty must have a record of our entry. */
  isTold: (payment: BookedPayment) => boolean;
  /** Returns the ids of other entries that have a record of another kind. Without it, all of them do. */
  recorded?: (payments: readonly BookedPayment[]) => Promise<ReadonlySet<string>>;
}

/**
 * Checks that every incoming payment was credited once with its amount, and that nothing else was credited.
 * One page of the counterparty and one stretch of the books are in memory at a time; everything else is a
 * digest.
 */
export async function compareIncoming(
  { database, since, settledBefore }: Comparison,
  { told, placeBegins, isTold, recorded }: ToldPayments,
  findings: Findings,
): Promise<void> {
  const earliest = new Date(since.getTime() - LATENESS_MS);
  const known = new KeySet();
  for await (const page of told) {
    // A feed may report a transfer more than once.
    const entries = page.filter(({ place, reference }) => known.add(paymentKey(place, reference)));
    const due = entries.filter(({ at }) => at >= since);
    // The books are read after the page: they must contain what it reports.
    const booked = await findPayments(database, due, earliest);
    for (const { place, reference, amount } of due) {
      const key = paymentKey(place, reference);
      const ours = booked.get(key);
      if (!ours) findings.wrong(key, `${written(amount)} came in and was never credited`);
      else if (ours.amount !== amount)
        findings.wrong(key, `${written(amount)} came in, ${written(ours.amount)} was credited (${ours.id})`);
    }
  }
  for await (const stretch of readPayments(database, placeBegins, earliest)) {
    const absent: BookedPayment[] = [];
    for (const payment of stretch) {
      // Files are compared with the books by themselves: their references are not the feed's.
      if (payment.isOfFile) continue;
      const key = paymentKey(payment.place, payment.reference);
      const mark = known.mark(key);
      if (mark === 'again') findings.wrong(key, `was credited more than once (${payment.id})`);
      if (mark === 'absent' && payment.createdAt >= since) absent.push(payment);
    }
    const others = absent.filter((payment) => !isTold(payment));
    const proved = await recorded?.(others);
    for (const payment of absent) {
      if (!isTold(payment) && (!proved || proved.has(payment.id))) continue;
      const key = paymentKey(payment.place, payment.reference);
      const message = `${written(payment.amount)} was credited (${payment.id}), and nothing came in`;
      // A slip can arrive before the feed.
      if (payment.createdAt > settledBefore) findings.attention(key, `${message} yet`);
      else findings.wrong(key, message);
    }
  }
}
