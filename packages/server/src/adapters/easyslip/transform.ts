import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import type { SlipAnswer } from '../../ports/slip-lookup.ts';
import { readCode, readObject, readText } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';
import { BANK_BEHIND_MS } from '../slip-delays.ts';
import { readParty, readTransfer, type AskedSlip, type BankCodeOf } from '../slip-parties.ts';

/** Reads a look-up. Errors go by their codes: the status of `SLIP_PENDING` is not documented. */
export function readSlip(
  { status, body }: ServiceAnswer,
  asked: AskedSlip,
  bankCodeOf: BankCodeOf,
): Outcome<SlipAnswer> {
  if (body['success'] !== true || status !== 200)
    return readError(readCode(readObject(body['error'])['code']), status);
  const raw = readObject(readObject(body['data'])['rawSlip']);
  const [sender, receiver] = [readParty(raw['sender']), readParty(raw['receiver'])];
  const told = {
    reference: readText(raw['transRef']),
    amount: readObject(raw['amount'])['amount'],
    at: readText(raw['date']),
    fromAccountNo: sender.accountNo,
    fromName: sender.name,
    toBankNumber: receiver.bankNumber,
    toAccountNo: receiver.accountNo,
    toName: receiver.name,
  };
  const transfer = readTransfer(told, asked, bankCodeOf);
  return typeof transfer === 'string' ? unknown(transfer) : done({ status: 'found', transfer });
}

function readError(code: string, status: number): Outcome<SlipAnswer> {
  switch (code) {
    case 'SLIP_NOT_FOUND':
      return done({ status: 'not_found' });
    case 'SLIP_PENDING':
      return done({ status: 'delayed', retryAfterMs: BANK_BEHIND_MS });
    case 'QUOTA_EXCEEDED':
      return done({ status: 'quota' });
    case 'VALIDATION_ERROR':
      return refused(code);
    default:
      // A wrong key, address or branch is for the operator to put right, and not the slip's fault.
      return unknown(code || `status ${status}`);
  }
}
