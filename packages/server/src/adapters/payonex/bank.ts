import { toWire } from '@krapao/contract/money';
import type { Bank, PayoutStatus, RecordedPayout } from '../../ports/bank.ts';
import { differs, done, notFound, unknown, type Outcome } from '../../ports/outcome.ts';
import { parseObject, readObject, readText } from '../http/read-answer.ts';
import { PayonexRecords, type PayonexParts } from './records.ts';
import { readUuid, type PayonexRecord } from './transform.ts';

/** Time after which a payout that was ordered and is not listed is looked at by a person. */
const LISTED_WITHIN_MS = 15 * 60_000;

/** Statuses of one source. Any other one decides nothing. */
const STATUSES: Readonly<Record<string, PayoutStatus>> = {
  PROCESSING: 'accepted',
  ON_HOLD: 'accepted',
  SUCCESS: 'done',
  REJECTED: 'refused',
  REFUNDED: 'refused',
};

/**
 * Payouts by PayoneX. An order is sent once. Its callbacks are not signed: one is a hint, taken for a payout of ours
 * alone, and the service is asked what it has on record.
 */
export function createPayonexBank(parts: PayonexParts): Bank {
  const payouts = new PayonexRecords(parts, 'withdraw');
  return {
    check: () => parts.client.check(),

    async payOut({
      reference,
      amount,
      toBankCode,
      toAccountNo,
      toAccountName,
    }): Promise<Outcome<PayoutStatus>> {
      const party = { name: toAccountName, bankCode: toBankCode, accountNo: toAccountNo };
      const asked = await payouts.request(reference, party, toWire(amount));
      return asked.outcome === 'done' ? done('accepted') : asked;
    },

    async lookUp(reference) {
      const sent = await payouts.sent(reference);
      if (!sent) return notFound;
      const asked = await payouts.ask(reference, sent);
      if (asked.outcome === 'done') return recordedOf(asked.value);
      if (asked.outcome !== 'not_found') return unknown(asked.reason);
      // The answer was lost. The order may still be on its way, and sending it again may pay twice.
      return Date.now() - sent.begunAt.getTime() > LISTED_WITHIN_MS
        ? differs('it was ordered, and the service lists no payout of this reference')
        : unknown('it was ordered and is not listed');
    },

    async readCallback({ rawBody }) {
      const hint = readObject(parseObject(rawBody)?.['data']);
      const [uuid, reference] = [readUuid(hint['uuid']), readText(hint['referenceId'])];
      const asked = await payouts.confirm(uuid, reference);
      if (asked === null || typeof asked === 'string') return asked;
      const recorded = recordedOf(asked);
      return recorded.outcome === 'done' ? { reference, ...recorded.value } : 'unconfirmed';
    },
  };
}

function recordedOf({ status, amount }: PayonexRecord): Outcome<RecordedPayout> {
  const meaning = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (!meaning) return unknown(`status ${status.slice(0, 40)}`);
  return amount === null ? unknown('amount is not readable') : done({ status: meaning, amount });
}
