import { readMaskedNo } from '../kernel/account-mask.ts';
import { done, refused, unknown, type Outcome } from '../ports/outcome.ts';
import type { LookedUpTransfer, SlipAnswer, SlipLookup } from '../ports/slip-lookup.ts';
import { notDone, readAmount, readAnyTime, readText } from './http/read-answer.ts';
import { SignedClient, type Answer, type SignedClientOptions } from './http/signed-client.ts';

/**
 * Limits of the retry delay. An immediate retry would find the bank still delayed; the member does not wait
 * for a day.
 */
const SOONEST_S = 1;
const LATEST_S = 60 * 60;

/** Creates the client of a look-up service that takes signed JSON queries. */
export function createSlipLookup(options: SignedClientOptions): SlipLookup {
  const client = new SignedClient(options);
  return {
    async lookUp({ sendingBank, reference }): Promise<Outcome<SlipAnswer>> {
      const answer = await client.post('/lookup', { sendingBank, reference });
      return answer.outcome === 'unknown' ? answer : toSlipAnswer(answer);
    },
  };
}

function toSlipAnswer(answer: Answer): Outcome<SlipAnswer> {
  const { status, body } = answer;
  if (status === 400 || status === 422) return refused(readText(body['error']) || `status ${status}`);
  if (status !== 200) {
    // A wrong secret or address is for the operator to fix, and not the slip's fault.
    const problem = notDone(answer);
    return unknown(problem.reason);
  }
  switch (body['status']) {
    case 'found': {
      const transfer = toTransfer(body);
      return transfer ? done({ status: 'found', transfer }) : unknown('answer lacks the transfer');
    }
    case 'not_found':
    case 'quota':
      return done({ status: body['status'] });
    case 'delayed':
      return done({ status: 'delayed', retryAfterMs: seconds(body['retryAfterSeconds']) * 1_000 });
    default:
      return unknown('answer has no status');
  }
}

function toTransfer(body: Answer['body']): LookedUpTransfer | null {
  const amount = readAmount(body['amount']);
  const at = readAnyTime(body['at']);
  if (amount === null || amount <= 0n || at === null) return null;
  return {
    amount,
    at,
    fromBankCode: readText(body['fromBankCode']),
    fromAccountNo: maskedNo(body['fromAccountNo']),
    fromName: readText(body['fromName']),
    toBankCode: readText(body['toBankCode']),
    toAccountNo: maskedNo(body['toAccountNo']),
    toName: readText(body['toName']),
  };
}

/** Reads a masked number. Banks group digits with dashes and mask them with various characters. */
const maskedNo = (value: unknown): string => readMaskedNo(readText(value));

function seconds(value: unknown): number {
  const told = typeof value === 'number' && Number.isFinite(value) ? value : LATEST_S;
  return Math.min(LATEST_S, Math.max(SOONEST_S, told));
}
