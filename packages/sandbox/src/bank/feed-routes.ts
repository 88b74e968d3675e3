import { toDecimal } from '@krapao/contract/money';
import { withOddEntries } from '../feed/odd-entries.ts';
import type { Faults } from '../faults/faults.ts';
import { readFeed } from '../feed/feed.ts';
import { feedQuery } from '../feed/fields.ts';
import type { App } from '../http/types.ts';
import type { BankTransferRecord } from '../store/records.ts';
import { bankInfo, type BankInfo } from './banks.ts';
import { maskAccountNo, maskAllButLast, statementName } from './masks.ts';
import { statementReferenceOf, type BankTransfers } from './transfers.ts';

const MINUTE_MS = 60_000;

const ACCOUNT_SHOWN: Record<BankInfo['accountInFeed'], (accountNo: string) => string> = {
  middle: maskAccountNo,
  last: maskAllButLast,
  whole: (accountNo) => accountNo,
};

/** Returns an entry of the feed. Most banks hide part of the sender's account number and name. */
const entryView = (transfer: BankTransferRecord) => ({
  reference: statementReferenceOf(transfer),
  fromBankCode: transfer.fromBankCode,
  fromAccountNo: ACCOUNT_SHOWN[bankInfo(transfer.fromBankCode)?.accountInFeed ?? 'last'](
    transfer.fromAccountNo,
  ),
  fromName: statementName(transfer.fromName, bankInfo(transfer.fromBankCode)?.nameInFeed ?? 'whole'),
  toAccountNo: transfer.toAccountNo,
  amount: toDecimal(transfer.amountMinor),
  // Statements have no seconds.
  at: new Date(transfer.at - (transfer.at % MINUTE_MS)).toISOString(),
});

/** Incoming transfers to the operator's own accounts. */
export function bankFeedRoutes(app: App, transfers: BankTransfers, faults: Faults): void {
  app.get('/bank/feed', { schema: { querystring: feedQuery } }, async ({ query }) => {
    const { deliveries, next } = readFeed({
      records: transfers.incoming(),
      idOf: statementReferenceOf,
      after: query.after,
      limit: query.limit,
      planEntry: () => faults.planEntry('feed'),
    });
    const entries = deliveries.map(({ cursor, record }) => ({ cursor, ...entryView(record) }));
    return { transfers: faults.planOdd('feed') ? withOddEntries(entries, 'reference', 'at') : entries, next };
  });
}
