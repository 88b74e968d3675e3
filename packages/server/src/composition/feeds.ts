import { Worker } from '../kernel/worker.ts';
import type { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { BankTransferMatcher } from '../modules/deposits/bank-transfers.ts';
import { EwalletTransferMatcher } from '../modules/deposits/ewallet-transfers.ts';
import { FeedReader } from '../modules/deposits/feed-reader.ts';
import type { IncomingTransfers } from '../modules/incoming/service.ts';
import { RejectedEntries, textOfRead } from '../modules/rejected-entries/service.ts';
import type { SenderFinder } from '../modules/senders/service.ts';
import type { Feed } from '../ports/feeds.ts';
import type { Part } from '../ports/part.ts';
import type { Dependencies } from './dependencies.ts';

/** Services that process feed entries. */
interface FedServices {
  incomingPayments: IncomingPayments;
  incoming: IncomingTransfers;
  senders: SenderFinder;
}

/**
 * Composes the workers that read the feeds of the bank and the digital wallet. A disconnected feed is resumed
 * once it is connected.
 */
export function composeFeeds(dependencies: Dependencies, services: FedServices, leaseMs: number): Worker[] {
  const { settings, database, content, clock, logger, counterparties } = dependencies;
  const { incomingPayments, incoming, senders } = services;
  const bankTransfers = new BankTransferMatcher({ senders, content, incoming });
  const ewalletTransfers = new EwalletTransferMatcher({ database, content, incomingPayments });
  const rejected = new RejectedEntries(database);
  const reading = <T>(name: Part, feed: Feed<T>, take: (entry: T) => Promise<unknown>): Worker => {
    const reader = new FeedReader({ name, feed, take, rejected, database, logger, leaseMs });
    const round = async () => !counterparties.off.has(name) && (await reader.readPage());
    return new Worker({ name: `${name} feed`, everyMs: settings.reconcileEveryMs, round, logger });
  };
  return [
    reading('bank', counterparties.bankFeed, async (transfer) => {
      // One that was put aside is judged by when it was told first, however often it is told.
      const toldAt = await rejected.putAsideAt('bank', textOfRead(transfer));
      return bankTransfers.take(transfer, toldAt ?? clock.now());
    }),
    reading('ewallet', counterparties.ewalletFeed, (transfer) => ewalletTransfers.take(transfer)),
  ];
}
