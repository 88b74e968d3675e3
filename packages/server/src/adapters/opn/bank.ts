import { createHash } from 'node:crypto';
import { minor, type Minor } from '@krapao/contract/money';
import type { Bank, PayoutStatus, RecordedPayout } from '../../ports/bank.ts';
import {
  differs,
  done,
  notFound,
  refused,
  unknown,
  type Outcome,
  type Refused,
  type Unknown,
} from '../../ports/outcome.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import { readCode } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';
import type { OpnClient } from './client.ts';
import { OpnRecords } from './records.ts';
import {
  errorOf,
  isNotFound,
  readId,
  readTransfer,
  refusalOf,
  statusOf,
  type Transfer,
} from './transform.ts';

export interface OpnBankParts {
  client: OpnClient;
  records: ServiceRecords;
  webhookSecret: string;
  /** The service's codes of banks, by ours, where they are not ours in small letters. */
  bankCodes: ReadonlyMap<string, string>;
  /** What the service takes from a transfer. It is added, so that the member gets the whole payout. */
  fee: Minor;
}

/** Time after which a payout that was ordered and is not listed is looked at by a person. */
const LISTED_WITHIN_MS = 15 * 60_000;
const RECIPIENTS = 'opn:recipient';

interface Party {
  name: string;
  bankCode: string;
  accountNo: string;
}

/**
 * Payouts by transfers of Opn to recipients, which the service verifies first: until then a payout waits. Official
 * documentation; the webhook’s signature of grade B, so that the service is asked for the transfer all the same. The
 * fee is taken from the amount of a transfer. An order is sent once, and is tried once by the service.
 */
export function createOpnBank(parts: OpnBankParts): Bank {
  const { client, records, bankCodes, fee } = parts;
  const transfers = new OpnRecords<Transfer>({
    ...parts,
    service: 'opn:transfer',
    object: 'transfer',
    read: readTransfer,
  });

  /** Returns the service's id of a recipient that it has verified. Entering one moves nothing. */
  async function recipientOf({ name, bankCode, accountNo }: Party): Promise<string | Refused | Unknown> {
    const brand = bankCodes.get(bankCode) ?? bankCode.toLowerCase();
    const content = { name, type: 'individual', bank_account: { brand, number: accountNo, name } };
    const ours = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    const known = await records.find(RECIPIENTS, ours);
    const answer = await (known?.theirs
      ? client.get(`/recipients/${known.theirs}`)
      : client.post('/recipients', content));
    if (answer.outcome === 'unknown') return unknown(`no recipient: ${answer.reason}`, false);
    if (known?.theirs && isNotFound(answer)) return unknown('the recipient is gone', false);
    const refusal = refusalOf(answer);
    if (refusal !== '') return refused(`recipient: ${refusal}`);
    const id = answer.body['object'] === 'recipient' ? readId(answer.body['id'], 'recipient') : '';
    if (id === '') return unknown(`no recipient: ${errorOf(answer) || `status ${answer.status}`}`, false);
    await records.keep(RECIPIENTS, ours, id);
    return verified(answer, id);
  }

  return {
    check: () => client.check(),

    async payOut({
      reference,
      amount,
      toBankCode,
      toAccountNo,
      toAccountName,
    }): Promise<Outcome<PayoutStatus>> {
      const party = { name: toAccountName, bankCode: toBankCode, accountNo: toAccountNo };
      const recipient = await recipientOf(party);
      if (typeof recipient !== 'string') return recipient;
      const whole = minor(amount + fee);
      const content = { amount: Number(whole), recipient, fail_fast: true };
      const asked = await transfers.request(reference, content);
      return asked.outcome === 'done' ? done('accepted') : asked;
    },

    async lookUp(reference) {
      const sent = await transfers.sent(reference);
      if (!sent) return notFound;
      const asked = await transfers.ask(reference, sent);
      if (asked.outcome === 'done') return recordedOf(asked.value, fee);
      if (asked.outcome !== 'not_found') return unknown(asked.reason);
      // The answer was lost. The order may still be on its way, and sending it again may pay twice.
      return Date.now() - sent.begunAt.getTime() > LISTED_WITHIN_MS
        ? differs('it was ordered, and the service lists no payout of this reference')
        : unknown('it was ordered and is not listed');
    },

    async readCallback(callback) {
      const asked = await transfers.confirm(callback);
      if (asked === null || typeof asked === 'string') return asked;
      const recorded = recordedOf(asked, fee);
      return recorded.outcome === 'done' ? { reference: asked.reference, ...recorded.value } : 'unconfirmed';
    },
  };
}

/** Returns the id of a recipient to whom transfers can be sent now. */
function verified({ body }: ServiceAnswer, id: string): string | Refused | Unknown {
  const failure = readCode(body['failure_code']);
  if (failure !== '') return refused(`recipient: ${failure}`);
  const isReady = body['verified'] === true && body['active'] === true && body['deleted'] !== true;
  return isReady ? id : unknown('the recipient is not verified yet', false);
}

/** Reads what became of a payout, and what the member gets. A record without a fee is of the fee that we expect. */
function recordedOf(transfer: Transfer, fee: Minor): Outcome<RecordedPayout> {
  const status = statusOf(transfer);
  if (!status) return unknown(`failure ${transfer.failure || 'none'}, sent ${transfer.isSent}`);
  const { amount, net } = transfer;
  if (amount === null) return unknown('amount is not readable');
  return done({ status, amount: net ?? minor(amount - fee) });
}
