import { readMaskedNo } from '../../kernel/account-mask.ts';
import type { SenderIn } from '../../kernel/sender-in.ts';
import type { StatementCredit } from '../../ports/statement-file.ts';
import { plainNo } from './values.ts';

/** Facts of the content about banks and the operator's accounts. */
export interface BankFacts {
  /** Returns the code of a bank by its three digits; empty for an unknown one. */
  bankCodeOf: (number: string) => string;
  /** Returns where the bank of an account of ours tells the sender. */
  senderIn: (accountNo: string) => SenderIn;
}

/** The sender of a credit, as `:86:` tells it; a part is empty that it does not tell. */
type ToldSender = Pick<StatementCredit, 'fromBankCode' | 'fromAccountNo' | 'fromName'>;

const NOT_TOLD: ToldSender = { fromBankCode: '', fromAccountNo: '', fromName: '' };
/** Subfields of the sender: bank, account, name, and the rest of a long name. */
const [BANK, ACCOUNT, NAME, MORE_NAME] = ['30', '31', '32', '33'] as const;
/** A text of subfields: behind the code of the entry, each begins with `?`, at some banks with `>`. */
const OF_SUBFIELDS = /^\s*\d{0,3}\s*([?>])\d\d/;
const SUBFIELDS: Readonly<Record<string, RegExp>> = { '?': /\?(\d\d)([^?]*)/g, '>': />(\d\d)([^>]*)/g };
/** Longest text that may be a name and a number. */
const LONGEST = 200;

/** Returns the sender that `:86:` tells of a credit to one of our accounts. */
export function senderOf(about: string, ourAccountNo: string, facts: BankFacts): ToldSender {
  const senderIn = facts.senderIn(ourAccountNo);
  if (senderIn === 'nothing') return NOT_TOLD;
  const joined = about.replaceAll('\n', '');
  const subfield = SUBFIELDS[OF_SUBFIELDS.exec(joined)?.[1] ?? ''];
  if (subfield) return senderOfSubfields([...joined.matchAll(subfield)], facts);
  return senderIn === 'text' ? senderOfText(about) : NOT_TOLD;
}

function senderOfSubfields(subfields: readonly RegExpExecArray[], { bankCodeOf }: BankFacts): ToldSender {
  const told = new Map<string, string>();
  let last = '';
  for (const [, name = '', text = ''] of subfields) {
    // They ascend. The payer's own words, which stand in some of them, may look like one of the sender's.
    if (name <= last) return NOT_TOLD;
    told.set(name, text);
    last = name;
  }
  const of = (name: string): string => told.get(name) ?? '';
  return {
    fromBankCode: bankCodeOf(of(BANK).trim()),
    fromAccountNo: readMaskedNo(of(ACCOUNT)),
    fromName: `${of(NAME)}${of(MORE_NAME)}`.trim(),
  };
}

/** Returns the sender of a text that is a name and the whole number of an account, in either order, and nothing else. */
function senderOfText(about: string): ToldSender {
  const text = about.replace(/\s+/g, ' ').trim();
  if (text.length > LONGEST) return NOT_TOLD;
  const [, before = '', numberLast] = /^(\D+)[ ,;:/](\d(?:-?\d){8,24})$/.exec(text) ?? [];
  const [, numberFirst = '', behind = ''] = /^(\d(?:-?\d){8,24})[ ,;:/](\D+)$/.exec(text) ?? [];
  const name = (before || behind).trim();
  if (!/\p{L}/u.test(name)) return NOT_TOLD;
  return { ...NOT_TOLD, fromAccountNo: plainNo(numberLast ?? numberFirst), fromName: name };
}
