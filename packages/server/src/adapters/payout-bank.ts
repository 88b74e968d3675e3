import { toDecimal } from '@krapao/contract/money';
import type { Bank, PayoutStatus } from '../ports/bank.ts';
import { done, notFound, unknown, type Outcome } from '../ports/outcome.ts';
import { notDone, parseObject, readAmount, readText, rejectedCallback } from './http/read-answer.ts';
import { SignedClient, type Answer, type SignedClientOptions } from './http/signed-client.ts';

/** Creates the client of a bank that takes signed JSON payout orders and reports its decision by callback. */
export function createPayoutBank(options: SignedClientOptions): Bank {
  const client = new SignedClient(options);
  return {
    async payOut(payout): Promise<Outcome<PayoutStatus>> {
      const answer = await client.post('/payouts', { ...payout, amount: toDecimal(payout.amount) });
      return answer.outcome === 'unknown' ? answer : statusOf(answer);
    },

    async lookUp(reference) {
      const answer = await client.get(`/payouts/${encodeURIComponent(reference)}`);
      if (answer.outcome === 'unknown') return answer;
      if (answer.status === 404 && answer.body['error'] === 'not_found') return notFound;
      // A refused look-up does not decide the payout, which may be on its way.
      if (answer.status !== 200) return unknown(`look-up answered ${answer.status}`);
      const status = readStatus(answer.body['status']);
      const amount = readAmount(answer.body['amount']);
      return status && amount !== null ? done({ status, amount }) : unknown('answer is not a payout');
    },

    readCallback(callback) {
      if (!client.isAuthentic(callback)) return null;
      const { event, ...body } = parseObject(callback.rawBody) ?? {};
      const reference = readText(body['reference']);
      const status = readStatus(body['status']);
      return event === 'payout' && reference && status
        ? { reference, status }
        : rejectedCallback('not a decision about a payout', callback.rawBody);
    },
  };
}

function statusOf(answer: Answer): Outcome<PayoutStatus> {
  if (answer.status !== 200) return notDone(answer);
  const status = readStatus(answer.body['status']);
  return status ? done(status) : unknown('answer has no status');
}

function readStatus(value: unknown): PayoutStatus | null {
  return value === 'accepted' || value === 'done' || value === 'refused' ? value : null;
}
