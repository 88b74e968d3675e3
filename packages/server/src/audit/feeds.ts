import type { Feed } from '../ports/feeds.ts';
import { compareArrivals, type Told, type ToldArrivals } from './arrivals-comparison.ts';
import type { Comparison } from './counterparties.ts';
import { Findings, type Check } from './finding.ts';

/** Reads a feed from its beginning to its end. @returns why it could not, instead */
async function readAll<T>(feed: Feed<T>, signal: AbortSignal): Promise<T[] | { reason: string }> {
  const entries: T[] = [];
  let after: string | undefined;
  let next = '';
  while (next !== after) {
    signal.throwIfAborted();
    after = next;
    const page = await feed.read(after);
    if (page.outcome !== 'done') return { reason: page.reason };
    entries.push(...page.value.entries);
    ({ next } = page.value);
  }
  return entries;
}

/** Every entry of a feed is one deposit of its amount, and every deposit that should have an entry has one. */
function feedCheck<T>(
  name: string,
  comparison: Comparison,
  feed: Feed<T>,
  tell: (entry: T) => Told,
  ours: Omit<ToldArrivals, 'told'>,
): Check {
  return {
    name,
    async run() {
      const findings = new Findings(name);
      const entries = await readAll(feed, comparison.signal);
      if ('reason' in entries) findings.notCompared('feed', entries.reason);
      else await compareArrivals(comparison, { ...ours, told: entries.map(tell) }, findings);
      return findings.list;
    },
  };
}

export const bankFeedCheck = (comparison: Comparison): Check =>
  feedCheck(
    'bank transfers',
    comparison,
    comparison.outside.bankFeed,
    ({ toAccountNo, reference, amount, at }) => ({ place: `bank:${toAccountNo}`, reference, amount, at }),
    {
      placeBegins: 'bank:',
      // Accounts that no feed watches are credited by slips alone.
      isTold: ({ place }) => comparison.fedAccounts.has(place.slice('bank:'.length)),
    },
  );

const GIFT = 'gift:';

export const ewalletFeedCheck = (comparison: Comparison): Check =>
  feedCheck(
    'wallet transfers',
    comparison,
    comparison.outside.ewalletFeed,
    ({ toWallet, transactionId, amount, at }) => ({
      place: `ewallet:${toWallet}`,
      reference: transactionId,
      amount,
      at,
    }),
    // Gift tickets come to the same kind of wallet without an entry of the feed.
    { placeBegins: 'ewallet:', isTold: ({ reference }) => !reference.startsWith(GIFT) },
  );
