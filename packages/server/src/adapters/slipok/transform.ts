import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import type { SlipAnswer } from '../../ports/slip-lookup.ts';
import { isObject, readCode, readObject, readText, type JsonObject } from '../http/read-answer.ts';
import { isRefusalStatus, type ServiceAnswer } from '../http/service-call.ts';
import { BANK_BEHIND_MS, readMinutes } from '../slip-delays.ts';
import { readBangkokTime, readTransfer, type AskedSlip, type BankCodeOf } from '../slip-parties.ts';

/** Reads a look-up. Errors go by their codes; some of them come with the transfer. */
export function readSlip(
  { status, body }: ServiceAnswer,
  asked: AskedSlip,
  bankCodeOf: BankCodeOf,
): Outcome<SlipAnswer> {
  const data = isObject(body['data']) ? body['data'] : null;
  if (body['success'] === true && status === 200 && data) return readFound(data, asked, bankCodeOf);
  const code = readCode(body['code']);
  switch (code) {
    case '1003':
    case '1004':
      return done({ status: 'quota' });
    case '1008':
      return refused(`code ${code}`);
    case '1009':
      return done({ status: 'delayed', retryAfterMs: BANK_BEHIND_MS });
    case '1010':
      return done({ status: 'delayed', retryAfterMs: readMinutes(data?.['delay']) });
    case '1011':
      return done({ status: 'not_found' });
    case '1012':
    case '1013':
    case '1014':
      // Seen before, or not what the branch expects: we decide that by ourselves.
      return data ? readFound(data, asked, bankCodeOf) : unknown(`code ${code}`);
    default:
      return unknown(code ? `code ${code}` : `status ${status}`);
  }
}

function readFound(data: JsonObject, asked: AskedSlip, bankCodeOf: BankCodeOf): Outcome<SlipAnswer> {
  const [sender, receiver] = [readObject(data['sender']), readObject(data['receiver'])];
  const told = {
    reference: readText(data['transRef']),
    amount: data['amount'],
    at: readText(data['transTimestamp']) || readBangkokTime(data['transDate'], data['transTime']),
    fromAccountNo: readText(readObject(sender['account'])['value']),
    fromName: nameOf(sender),
    toBankNumber: readText(data['receivingBank']),
    toAccountNo: readText(readObject(receiver['account'])['value']),
    toName: nameOf(receiver),
  };
  const transfer = readTransfer(told, asked, bankCodeOf);
  return typeof transfer === 'string' ? unknown(transfer) : done({ status: 'found', transfer });
}

const nameOf = (party: JsonObject): string => readText(party['displayName']) || readText(party['name']);

/** Reads the quota of slips that is left. */
export function readQuota({ status, body }: ServiceAnswer): Outcome<string | null> {
  const { quota } = readObject(body['data']);
  if (body['success'] === true && status === 200) {
    return done(typeof quota === 'number' || typeof quota === 'string' ? `${quota} slips` : null);
  }
  const code = readCode(body['code']);
  return isRefusalStatus(status) || code === '1002'
    ? refused(`code ${code || status}`)
    : unknown(`status ${status}`);
}
