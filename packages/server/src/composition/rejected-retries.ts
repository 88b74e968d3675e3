import type { ContentStore } from '../content/store.ts';
import type { Database } from '../database/open.ts';
import { createLogger } from '../kernel/logger.ts';
import { Ledger } from '../ledger/ledger.ts';
import { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { BankTransferMatcher } from '../modules/deposits/bank-transfers.ts';
import { EwalletTransferMatcher } from '../modules/deposits/ewallet-transfers.ts';
import { GatewayPayments } from '../modules/deposits/gateway-payments.ts';
import { readBankTransfer, readEwalletTransfer, readFileEntry } from '../modules/deposits/read-entries.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { RejectedRetries, type TakeEntry } from '../modules/rejected-entries/retry.ts';
import { RejectedEntryError } from '../modules/rejected-entries/service.ts';
import { SenderFinder } from '../modules/senders/service.ts';
import type { Counterparties } from './counterparties.ts';

const GATEWAY = 'gateway:';

/** Composes the services that retry rejected entries: the same as for new ones. */
export function composeRejectedRetries(dependencies: {
  database: Database;
  content: ContentStore;
  counterparties: Counterparties;
}): RejectedRetries {
  const { database, content, counterparties } = dependencies;
  // The caller tells the result of an entry.
  const logger = createLogger('silent');
  const ledger = new Ledger(database);
  const incomingPayments = new IncomingPayments({ ledger, logger });
  const senders = new SenderFinder({ database, logger });
  const incoming = new IncomingTransfers({ database, ledger, logger });
  const bankTransfers = new BankTransferMatcher({ senders, content, incoming });
  const ewalletTransfers = new EwalletTransferMatcher({ database, content, incomingPayments });
  const payments = new GatewayPayments({ database, incomingPayments, content });

  const takeBank: TakeEntry = async ({ form, text, toldAt }) => {
    const transfer = readable(
      form === 'read' ? readBankTransfer(text) : counterparties.bankFeed.readKept(text),
    );
    if ('isDayOnly' in transfer)
      throw new RejectedEntryError('it is of a statement file: have its file read again');
    return { id: await bankTransfers.take(transfer, toldAt) };
  };
  const takeFileEntry: TakeEntry = async ({ form, text, toldAt }) => {
    if (form !== 'read') {
      throw new RejectedEntryError(
        'entries that a file tells unreadably are booked from a file alone: have the bank put it right, then close it',
      );
    }
    const { digest, format, place, noPayment, ...credit } = readable(readFileEntry(text));
    return { id: await bankTransfers.takeEntry({ credit, noPayment }, { digest, format, place }, toldAt) };
  };
  const takeEwallet: TakeEntry = async ({ form, text }) => {
    const transfer = readable(
      form === 'read' ? readEwalletTransfer(text) : counterparties.ewalletFeed.readKept(text),
    );
    await ewalletTransfers.take(transfer);
    return { house: `ewallet:${transfer.toWallet}`, reference: transfer.transactionId };
  };
  const takePayment =
    (provider: string): TakeEntry =>
    async ({ form, text }) => {
      const gateway = counterparties.gateways.get(provider);
      if (!gateway) throw new RejectedEntryError(`the gateway ${provider} is not connected here`);
      if (form === 'read') throw new RejectedEntryError('payments of gateways are not kept in this form');
      const payment = readable(gateway.readKept(text, form));
      await payments.take(provider, payment);
      return { house: `${GATEWAY}${provider}`, reference: payment.paymentId };
    };

  const takerOf = (source: string): TakeEntry => {
    if (source === 'bank') return takeBank;
    if (source === 'ewallet') return takeEwallet;
    if (source === 'statement') return takeFileEntry;
    if (source.startsWith(GATEWAY)) return takePayment(source.slice(GATEWAY.length));
    throw new RejectedEntryError(
      source === 'payouts'
        ? 'the bank is asked about every payout anyway; close it'
        : `entries of ${source} are taken in from the report alone; have the provider report it again, then close it`,
    );
  };
  return new RejectedRetries({ database, takerOf });
}

/** @throws RejectedEntryError with the reason why an entry cannot be read */
function readable<T extends object>(read: T | string): T {
  if (typeof read === 'string') throw new RejectedEntryError(read);
  return read;
}
