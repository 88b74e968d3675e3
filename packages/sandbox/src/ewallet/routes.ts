import { toDecimal } from '@krapao/contract/money';
import { z } from 'zod';
import type { Faults } from '../faults/faults.ts';
import { readFeed } from '../feed/feed.ts';
import { withOddEntries } from '../feed/odd-entries.ts';
import { feedQuery } from '../feed/fields.ts';
import { phone, positiveBaht } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { WalletTransferRecord } from '../store/records.ts';
import type { WalletTransfers } from './transfers.ts';

const transferBody = z.object({
  fromPhone: phone,
  toWallet: z.string().trim().min(1).max(40),
  amount: positiveBaht,
  message: z.string().max(200).default(''),
});

const entryView = (transfer: WalletTransferRecord) => ({
  transactionId: transfer.transactionId,
  eventType: 'P2P',
  receivedAt: new Date(transfer.at).toISOString(),
  amount: toDecimal(transfer.amountMinor),
  senderMobile: transfer.fromPhone,
  toWallet: transfer.toWallet,
  message: transfer.message,
});

/** Incoming transfers to the operator's wallets. */
export function ewalletRoutes(app: App, transfers: WalletTransfers, faults: Faults): void {
  app.get('/ewallet/feed', { schema: { querystring: feedQuery } }, async ({ query }) => {
    const { deliveries, next } = readFeed({
      records: transfers.list(),
      idOf: ({ transactionId }) => transactionId,
      after: query.after,
      limit: query.limit,
      planEntry: () => faults.planEntry('ewallet'),
    });
    const entries = deliveries.map(({ cursor, record }) => ({ cursor, ...entryView(record) }));
    const isOdd = faults.planOdd('ewallet');
    return { transfers: isOdd ? withOddEntries(entries, 'transactionId', 'receivedAt') : entries, next };
  });
}

/** Control: sends money from a wallet. */
export function ewalletControlRoutes(app: App, transfers: WalletTransfers): void {
  app.post('/control/wallet/transfer', { schema: { body: transferBody } }, async ({ body }) => ({
    transactionId: transfers.make(body).transactionId,
  }));
}
