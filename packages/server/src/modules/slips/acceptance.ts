import type { Currency, Minor } from '@krapao/contract/money';
import type { Tx } from '../../database/open.ts';
import type { ShownSender } from '../../kernel/shown-sender.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { IncomingTransfers } from '../incoming/service.ts';
import { claimReference, type Slip, type SlipEnd } from './repo.ts';

/** A slip's transfer, as the look-up service or a person tells it. */
export interface SlipTransfer {
  /** The operator's account. */
  accountNo: string;
  currency: Currency;
  amount: Minor;
  at: Date;
  from: ShownSender;
  sendingBank: string;
  reference: string;
}

/**
 * Result of an acceptance. `repeated`: another slip has the transfer. `held`: the money may be in suspense or in the
 * statement at another time. `elsewhere`: it belongs to another member.
 */
export type Acceptance = Extract<SlipEnd, { state: 'success' }> | 'repeated' | 'held' | 'elsewhere';

/**
 * Claims a slip's transfer and credits it once. This is the one way in which a slip is accepted, by the machine and by
 * a person. The transaction has the transfer's turn and the slip's lock, and ends the slip: a slip has one end, whoever
 * decides it.
 */
export async function acceptSlipIn(
  tx: Tx,
  incoming: IncomingTransfers,
  { id, createdAt }: Pick<Slip, 'id' | 'createdAt'>,
  transfer: SlipTransfer,
  payee: AccountId,
): Promise<Acceptance> {
  if (!(await claimReference(tx, { id, ...transfer }))) return 'repeated';
  const credit = await incoming.fromSlipIn(tx, transfer, payee, createdAt);
  if (credit === 'held' || credit === 'elsewhere') return credit;
  return { state: 'success', amount: transfer.amount, wasCredited: credit === 'credited_before' };
}
