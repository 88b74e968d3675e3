import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import type { SlipAnswer } from '../../ports/slip-lookup.ts';
import { readCode, readObject, readText, type JsonObject } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';
import { readParty, readTransfer, type AskedSlip, type BankCodeOf } from '../slip-parties.ts';

/** Reads a look-up. Everything goes by the code. */
export function readSlip(
  { status, body }: ServiceAnswer,
  asked: AskedSlip,
  bankCodeOf: BankCodeOf,
): Outcome<SlipAnswer> {
  const code = readCode(body['code']);
  switch (code) {
    case '200000':
    case '200501':
      // Found, also when it was asked about before.
      return readFound(readObject(body['data']), asked, bankCodeOf);
    case '200404':
      return done({ status: 'not_found' });
    case '400001':
      return refused(`code ${code}`);
    case '401004':
    case '401005':
    case '401006':
      return done({ status: 'quota' });
    default:
      return unknown(code ? `code ${code}` : `status ${status}`);
  }
}

function readFound(data: JsonObject, asked: AskedSlip, bankCodeOf: BankCodeOf): Outcome<SlipAnswer> {
  const [sender, receiver] = [readParty(data['sender']), readParty(data['receiver'])];
  const told = {
    reference: readText(data['transRef']),
    amount: data['amount'],
    at: readText(data['dateTime']),
    fromAccountNo: sender.accountNo,
    fromName: sender.name,
    toBankNumber: receiver.bankNumber,
    toAccountNo: receiver.accountNo,
    toName: receiver.name,
  };
  const transfer = readTransfer(told, asked, bankCodeOf);
  return typeof transfer === 'string' ? unknown(transfer) : done({ status: 'found', transfer });
}
