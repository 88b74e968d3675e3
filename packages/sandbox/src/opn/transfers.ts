/**
 * Opn's recipients, and the transfers to them. A transfer is also a payout of the sandbox, so that the control calls
 * and the page settle it.
 */
import { minor, type Minor } from '@krapao/contract/money';
import { payoutChange } from '../bank/payouts.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { Metadata, OpnRecipientRecord, OpnTransferRecord } from '../store/opn-records.ts';
import type { PayoutRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import { bankOf } from './banks.ts';
import type { EventKey, OpnEvents } from './events.ts';
import { feesOf, TRANSFER_FEE, vatOf } from './fees.ts';
import { freshId } from './fields.ts';
import { transferView } from './views.ts';

/** The operator's balance before the first charge: a million baht. */
const OPENING_BALANCE = 100_000_000n;
/** Why a transfer fails where a control call gives no reason. */
const FAILURE = 'transfer_failed';

export type NewRecipient = Omit<OpnRecipientRecord, 'id' | 'createdAt'>;

export interface NewTransfer {
  readonly recipient: OpnRecipientRecord;
  readonly amount: Minor;
  readonly failFast: boolean;
  readonly metadata: Metadata;
  readonly idempKey: string | null;
}

export class OpnTransfers {
  readonly #store: Store;
  readonly #events: OpnEvents;
  readonly #now: () => number;

  constructor(parts: { readonly store: Store; readonly events: OpnEvents; readonly now: () => number }) {
    this.#store = parts.store;
    this.#events = parts.events;
    this.#now = parts.now;
  }

  /** Adds a recipient; the same account given again is another recipient. */
  addRecipient(recipient: NewRecipient): OpnRecipientRecord {
    return this.#keepRecipient({ ...recipient, id: freshId('recp'), createdAt: this.#now() });
  }

  recipient(id: string): OpnRecipientRecord | undefined {
    return this.#store.get('opnRecipients', id);
  }

  /** @throws HttpError 404 */
  setActive(id: string, active: boolean): OpnRecipientRecord {
    const recipient = this.recipient(id);
    if (!recipient) throw notFound('Opn has no recipient with this id');
    return this.#keepRecipient({ ...recipient, active });
  }

  /** Makes a transfer. The recipient gets the amount without the fees. */
  create({ recipient, amount, ...more }: NewTransfer): OpnTransferRecord {
    const transfer: OpnTransferRecord = {
      ...more,
      id: freshId('trsf'),
      recipientId: recipient.id,
      amountMinor: amount,
      feeMinor: TRANSFER_FEE,
      feeVatMinor: vatOf(TRANSFER_FEE),
      sentAt: null,
      paidAt: null,
      failureCode: null,
      createdAt: this.#now(),
    };
    const payout: PayoutRecord = {
      payoutId: transfer.id,
      reference: transfer.id,
      amountMinor: minor(amount - transfer.feeMinor - transfer.feeVatMinor),
      toBankCode: bankOf(recipient.bankCode) ?? recipient.bankCode,
      toAccountNo: recipient.accountNo,
      toAccountName: recipient.accountName,
      callbackUrl: '',
      createdAt: transfer.createdAt,
      state: 'accepted',
      service: 'opn',
    };
    this.#commit([payoutChange(payout), ...this.#keep(transfer, ['transfer.create'])]);
    return transfer;
  }

  find(id: string): OpnTransferRecord | undefined {
    return this.#store.get('opnTransfers', id);
  }

  /** Returns all transfers, oldest first. */
  list(): OpnTransferRecord[] {
    return this.#store.list('opnTransfers');
  }

  /** Takes the end of a payout: it is paid, or it fails. */
  readonly takePayout = ({ payoutId, state }: PayoutRecord): Change[] => {
    const transfer = this.#get(payoutId);
    if (state !== 'done') return this.#keep({ ...transfer, failureCode: FAILURE }, ['transfer.fail']);
    const now = this.#now();
    const paid = { ...transfer, sentAt: transfer.sentAt ?? now, paidAt: now };
    return this.#keep(paid, [
      ...(transfer.sentAt === null ? (['transfer.send'] as const) : []),
      'transfer.pay',
    ]);
  };

  /** Marks a waiting transfer as sent to the bank. @throws HttpError 404; 409 when it has ended */
  send(id: string): OpnTransferRecord {
    const sent = { ...this.#waiting(id), sentAt: this.#now() };
    this.#commit(this.#keep(sent, ['transfer.send']));
    return sent;
  }

  /** Lets a transfer fail, also a sent one. @throws HttpError 404; 409 when it has ended */
  fail(id: string, failureCode: string): OpnTransferRecord {
    const failed = { ...this.#waiting(id), failureCode };
    const [payout] = this.#store.newest('payouts', 1, ({ payoutId }) => payoutId === id);
    this.#commit([
      ...(payout ? [payoutChange({ ...payout, state: 'refused' })] : []),
      ...this.#keep(failed, ['transfer.fail']),
    ]);
    return failed;
  }

  /** The operator's balance, and the part that is not kept for transfers on their way. */
  balance(): { readonly total: Minor; readonly transferable: Minor } {
    let [total, kept] = [OPENING_BALANCE, 0n];
    for (const { status, amountMinor } of this.#store.list('opnCharges')) {
      const { fee, vat } = feesOf(amountMinor);
      if (status === 'successful') total += amountMinor - fee - vat;
    }
    for (const { paidAt, failureCode, amountMinor } of this.list()) {
      if (paidAt !== null) total -= amountMinor;
      else if (failureCode === null) kept += amountMinor;
    }
    return { total: minor(total), transferable: minor(total - kept) };
  }

  view(transfer: OpnTransferRecord): ReturnType<typeof transferView> {
    return transferView(transfer, this.recipient(transfer.recipientId));
  }

  #get(id: string): OpnTransferRecord {
    const transfer = this.find(id);
    if (!transfer) throw notFound('Opn has no transfer with this id');
    return transfer;
  }

  #waiting(id: string): OpnTransferRecord {
    const transfer = this.#get(id);
    const hasEnded = transfer.paidAt !== null || transfer.failureCode !== null;
    if (hasEnded) throw new HttpError(409, 'already_settled', 'this transfer has ended');
    return transfer;
  }

  #keepRecipient(recipient: OpnRecipientRecord): OpnRecipientRecord {
    this.#store.commit([{ table: 'opnRecipients', key: recipient.id, value: recipient }]);
    return recipient;
  }

  /** Returns the changes that keep a transfer and tell of it. */
  #keep(transfer: OpnTransferRecord, keys: readonly EventKey[]): Change[] {
    const kept: Change = { table: 'opnTransfers', key: transfer.id, value: transfer };
    return [kept, ...keys.flatMap((key) => this.#events.prepare(key, this.view(transfer)))];
  }

  #commit(changes: readonly Change[]): void {
    this.#store.commit(changes);
    this.#events.wake(changes);
  }
}
