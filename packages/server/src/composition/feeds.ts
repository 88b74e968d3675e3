import { Worker } from '../kernel/worker.ts';
import type { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { BankTransferMatcher } from '../modules/deposits/bank-transfers.ts';
import { EwalletTransferMatcher } from '../modules/deposits/ewallet-transfers.ts';
import { FeedReader } from '../modules/deposits/feed-reader.ts';
import type { IncomingTransfers } from '../modules/incoming/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
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
  const { settings, database, content, logger, counterparties } = dependencies;
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
    reading('bank', counterparties.bankFeed, (transfer) => bankTransfers.take(transfer)),
    reading('ewallet', counterparties.ewalletFeed, (transfer) => ewalletTransfers.take(transfer)),
  ];
}
