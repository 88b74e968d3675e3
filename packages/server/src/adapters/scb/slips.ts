import { toWire } from '@krapao/contract/money';
import { writeSlipQr } from '@krapao/contract/slip-qr';
import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import type { SlipAnswer, SlipLookup } from '../../ports/slip-lookup.ts';
import { readBaht, readObject, readText, type JsonObject } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';
import { readBangkokTime, readTransfer, type AskedSlip, type BankCodeOf } from '../slip-parties.ts';
import type { ScbClient } from './client.ts';
import { codeOf, isNotFound, isSuccess } from './transform.ts';

export interface ScbSlipParts {
  client: ScbClient;
  bankCodeOf: BankCodeOf;
}

const INVALID = '1102';

/** Slip look-up at SCB. Calls of grade B, codes of the official list; it names no code for a bank that is behind. */
export function createScbSlips({ client, bankCodeOf }: ScbSlipParts): SlipLookup {
  return {
    async lookUp(slip) {
      if (writeSlipQr(slip) === null) return refused('not a slip of a bank');
      const { reference, sendingBank } = slip;
      const path = `/v1/payment/billpayment/transactions/${encodeURIComponent(reference)}`;
      const answer = await client.get(`${path}?sendingBank=${sendingBank}`);
      return answer.outcome === 'unknown' ? answer : readSlip(answer, slip, bankCodeOf);
    },
  };
}

function readSlip(answer: ServiceAnswer, asked: AskedSlip, bankCodeOf: BankCodeOf): Outcome<SlipAnswer> {
  if (isNotFound(answer)) return done({ status: 'not_found' });
  if (answer.status === 400 && codeOf(answer) === INVALID) return refused(`code ${INVALID}`);
  if (!isSuccess(answer)) return unknown(`code ${codeOf(answer) || answer.status}`);
  const data = readObject(answer.body['data']);
  const [sender, receiver] = [readObject(data['sender']), readObject(data['receiver'])];
  const amount = readBaht(data['amount']);
  const told = {
    reference: readText(data['transRef']),
    amount: amount === null ? null : toWire(amount),
    at: readBangkokTime(data['transDate'], data['transTime']),
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
