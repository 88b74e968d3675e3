import type { Minor } from '@krapao/contract/money';
import { dayOf } from '../kernel/bangkok-time.ts';
import { newId } from '../kernel/ids.ts';
import type { ShownSender } from '../kernel/shown-sender.ts';
import type { FilePlace } from '../modules/incoming/service.ts';
import type { StatementCredit, StatementFormat } from '../ports/statement-file.ts';

/** Fields of an entry that a test sets; the others are usual. */
export type CreditChanges = Partial<StatementCredit> & {
  accountNo: string;
  amount: Minor;
  from: ShownSender;
};

/** Returns an entry of a statement file of one entry, of today by default. */
export function statementCredit(credit: CreditChanges): StatementCredit {
  const { accountNo, amount, from, ...changes } = credit;
  const bookedOn = changes.bookedOn ?? dayOf(changes.bookedAt ?? new Date());
  return {
    statement: 1,
    series: newId(),
    toAccountNo: accountNo,
    amount,
    bookedOn,
    valueOn: bookedOn,
    bookedAt: null,
    bankReference: null,
    fromBankCode: from.bankCode,
    fromAccountNo: from.accountNo,
    fromName: from.name,
    text: '',
    ...changes,
  };
}

/** Returns the place of an entry in a file; a new file by default. */
export const filePlace = (
  digest: string = newId(),
  place = 1,
  format: StatementFormat = 'MT940',
): FilePlace => ({ digest, format, place });
