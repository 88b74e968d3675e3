import { Worker } from '../kernel/worker.ts';
import type { ArrivalService } from '../modules/arrivals/service.ts';
import { BankTransferMatcher } from '../modules/deposits/bank-transfers.ts';
import { EwalletTransferMatcher } from '../modules/deposits/ewallet-transfers.ts';
import { FeedReader } from '../modules/deposits/feed-reader.ts';
import type { IncomingTransfers } from '../modules/incoming/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import type { SenderFinder } from '../modules/senders/service.ts';
import type { Feed } from '../ports/feeds.ts';
import type { Part } from '../ports/part.ts';
import type { Ground } from './ground.ts';

/** Services that process feed entries. */
interface FedServices {
  arrivals: ArrivalService;
  incoming: IncomingTransfers;
  senders: SenderFinder;
}

/**
 * Composes the workers that read the feeds of the bank and the digital wallet. A disconnected feed is resumed
 * once it is connected.
 */
export function composeFeeds(ground: Ground, services: FedServices, leaseMs: number): Worker[] {
  const { settings, database, content, logger, outside } = ground;
  const { arrivals, incoming, senders } = services;
  const bankTransfers = new BankTransferMatcher({ senders, content, incoming });
  const ewalletTransfers = new EwalletTransferMatcher({ database, content, arrivals });
  const rejected = new RejectedEntries(database);
  const reading = <T>(name: Part, feed: Feed<T>, take: (entry: T) => Promise<void>): Worker => {
    const reader = new FeedReader({ name, feed, take, rejected, database, logger, leaseMs });
    const round = async () => !outside.off.has(name) && (await reader.readPage());
    return new Worker({ name: `${name} feed`, everyMs: settings.settleEveryMs, round, logger });
  };
  return [
    reading('bank', outside.bankFeed, (transfer) => bankTransfers.take(transfer)),
    reading('ewallet', outside.ewalletFeed, (transfer) => ewalletTransfers.take(transfer)),
  ];
}
