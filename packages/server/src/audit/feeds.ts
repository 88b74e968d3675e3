import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { BookedPayment } from './books.ts';
import type { Feed } from '../ports/feeds.ts';
import { compareIncoming, type Told, type ToldPayments } from './incoming-comparison.ts';
import { LATENESS_MS, type Comparison } from './counterparties.ts';
import { Findings, type Check } from './finding.ts';

/** The counterparty did not answer. */
class NoAnswerError extends Error {}

/**
 * Reads a feed to its end, page by page: from its beginning, or from the last audit's checkpoint, which lies
 * before everything that is still compared. The checkpoint advances after the whole feed has been read and
 * compared.
 */
async function* readPages<T extends { at: Date }>(
  name: string,
  feed: Feed<T>,
  { checkpoints, since, signal }: Comparison,
  findings: Findings,
): AsyncGenerator<readonly T[]> {
  const earliest = new Date(since.getTime() - LATENESS_MS);
  let after: string | undefined;
  let next = (await checkpoints?.read(name)) ?? '';
  let settled: string | undefined;
  let isOld = true;
  while (next !== after) {
    signal.throwIfAborted();
    after = next;
    const page = await feed.read(after);
    if (page.outcome !== 'done') throw new NoAnswerError(page.reason);
    findings.rejected('feed', page.value.rejected);
    yield page.value.entries;
    ({ next } = page.value);
    isOld &&= page.value.entries.every(({ at }) => at < earliest);
    if (isOld) settled = next;
  }
  if (settled !== undefined) await checkpoints?.write(name, settled);
}

/** Approximate number of entries per lookup in the books. */
const LOOKED_UP = 1_000;

/** Converts entries to the compared form, several pages at a time. */
async function* toldBy<T>(
  pages: AsyncIterable<readonly T[]>,
  tell: (entry: T) => Told,
): AsyncGenerator<readonly Told[]> {
  let told: Told[] = [];
  for await (const page of pages) {
    told.push(...page.map(tell));
    if (told.length < LOOKED_UP) continue;
    yield told;
    told = [];
  }
  yield told;
}

/**
 * Checks that every entry of a feed is one deposit of its amount, and that every deposit that should have an
 * entry has one.
 */
function feedCheck<T extends { at: Date }>(
  name: string,
  comparison: Comparison,
  feed: Feed<T>,
  tell: (entry: T) => Told,
  ours: Omit<ToldPayments, 'told'>,
): Check {
  return {
    name,
    async run() {
      const findings = new Findings(name);
      try {
        const told = toldBy(readPages(name, feed, comparison, findings), tell);
        await compareIncoming(comparison, { ...ours, told }, findings);
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        // Findings from before the feed failed remain.
        findings.notCompared('feed', error.message);
      }
      return findings.list;
    },
  };
}

/** Returns the ids of incoming payments that have an accepted slip of the same transfer and amount. */
async function withSlips(
  database: Database,
  payments: readonly BookedPayment[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select a.id from unnest(
        ${sql.val(payments.map(({ id }) => id))}::text[],
        ${sql.val(payments.map(({ reference }) => reference))}::text[],
        ${sql.val(payments.map(({ amount }) => String(amount)))}::bigint[]) a (id, reference, amount)
      where exists (
        select from slip s where s.reference = a.reference and s.amount = a.amount and s.state = 'success')`.execute(
    database.queries,
  );
  return new Set(rows.map(({ id }) => id));
}

export const bankFeedCheck = (comparison: Comparison): Check =>
  feedCheck(
    'bank transfers',
    comparison,
    comparison.counterparties.bankFeed,
    ({ toAccountNo, reference, amount, at }) => ({ place: `bank:${toAccountNo}`, reference, amount, at }),
    {
      placeBegins: 'bank:',
      isTold: ({ place }) => comparison.fedAccounts.has(place.slice('bank:'.length)),
      // At accounts without a feed, payments are credited by slips.
      recorded: (payments) => withSlips(comparison.database, payments),
    },
  );

const GIFT = 'gift:';

export const ewalletFeedCheck = (comparison: Comparison): Check =>
  feedCheck(
    'wallet transfers',
    comparison,
    comparison.counterparties.ewalletFeed,
    ({ toWallet, transactionId, amount, at }) => ({
      place: `ewallet:${toWallet}`,
      reference: transactionId,
      amount,
      at,
    }),
    // Gift tickets arrive at the same kind of wallet without a feed entry.
    { placeBegins: 'ewallet:', isTold: ({ reference }) => !reference.startsWith(GIFT) },
  );
