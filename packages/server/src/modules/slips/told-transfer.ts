import { parseDecimal, toDecimal, toMinor, type Currency } from '@krapao/contract/money';
import { isTimeOfSlip } from '@krapao/contract/plausible-time';
import { z } from 'zod';
import { isQr } from '../../content/checks.ts';
import type { Content, DepositBank } from '../../content/schema.ts';
import { matchesMask } from '../../kernel/account-mask.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { SlipTransfer } from './acceptance.ts';
import type { KeptAnswer } from './answers.ts';
import type { OpenSlip } from './decisions.ts';

/** The facts that a person read from a slip's picture. */
export interface ReadTransfer {
  sendingBank?: string | undefined;
  reference?: string | undefined;
  amount?: number | undefined;
  at?: string | undefined;
}

/** A transfer in a proposal to accept its slip. */
export const proposedTransfer = z.object({
  accountNo: z.string(),
  currency: z.enum(['BAHT', 'LAK']),
  amount: z.string(),
  at: z.iso.datetime(),
  from: z.object({ bankCode: z.string(), accountNo: z.string(), name: z.string() }),
  sendingBank: z.string(),
  reference: z.string(),
});

export const toProposed = ({ amount, at, ...rest }: SlipTransfer): z.output<typeof proposedTransfer> => ({
  ...rest,
  amount: toDecimal(amount),
  at: at.toISOString(),
});

export function fromProposed({ amount, at, ...rest }: z.output<typeof proposedTransfer>): SlipTransfer {
  const read = parseDecimal(amount);
  if (read === null) throw new Error(`not an amount: ${amount}`);
  return { ...rest, amount: read, at: new Date(at) };
}

/** Lists the operator's accounts of a currency that a slip's money can have gone to, by the look-up's answer. */
export const accountsFor = (
  { depositAccounts }: Content,
  currency: Currency,
  answer: KeptAnswer | undefined,
): DepositBank[] =>
  depositAccounts.banks.filter(
    (account) => !isQr(account) && account.currency === currency && canHaveReceived(answer, account),
  );

/** Returns whether the look-up's answer leaves it possible that the money went to an account. */
const canHaveReceived = (answer: KeptAnswer | undefined, account: DepositBank): boolean => {
  const told = answer?.transfer;
  return (
    !told || (told.toBankCode === account.bankCode && matchesMask(told.toAccountNo, account.bankAccountNo))
  );
};

/**
 * Joins what the machine knows of a slip's transfer with what a person read. What the machine knows is not overruled.
 * @throws StaffError KEY_MISSING for a fact that was not given, KEY_INVALID for one that contradicts, NOT_POSSIBLE for an
 *   account that the money did not go to
 */
export function transferOf(
  content: Content,
  slip: Pick<OpenSlip, 'createdAt' | 'sendingBank' | 'reference'>,
  answer: KeptAnswer | undefined,
  told: { currency: Currency; accountNo: string; read: ReadTransfer },
): SlipTransfer {
  const { currency, accountNo, read } = told;
  const account = accountsFor(content, currency, answer).find((one) => one.bankAccountNo === accountNo);
  if (!account) throw new StaffError('NOT_POSSIBLE');
  const known = answer?.transfer;
  const sendingBank = one(slip.sendingBank || undefined, read.sendingBank);
  const readAt = read.at === undefined ? undefined : new Date(read.at);
  if (readAt && !isTimeOfSlip(readAt, slip.createdAt)) throw new StaffError('KEY_INVALID');
  const at = one(knownTime(slip, known)?.getTime(), readAt?.getTime());
  const amount = one(known?.amount, read.amount === undefined ? undefined : toMinor(read.amount));
  if (amount === null) throw new StaffError('KEY_INVALID');
  return {
    accountNo,
    currency,
    amount,
    at: new Date(at),
    sendingBank,
    reference: one(slip.reference || undefined, read.reference),
    from: known
      ? { bankCode: known.fromBankCode, accountNo: known.fromAccountNo, name: known.fromName }
      : // An unknown name and number contradict no sender: the same money in the statement is found.
        { bankCode: bankOf(content, sendingBank), accountNo: '', name: '' },
  };
}

/** Returns the time that the look-up tells; undefined where it tells none, or one that cannot be. */
const knownTime = (
  slip: Pick<OpenSlip, 'createdAt'>,
  known: KeptAnswer['transfer'] | undefined,
): Date | undefined => (known && isTimeOfSlip(known.at, slip.createdAt) ? known.at : undefined);

/** Returns the machine's fact, or the person's where it has none. */
function one<T>(known: T | undefined, read: T | undefined): T {
  if (known === undefined && read === undefined) throw new StaffError('KEY_MISSING');
  if (known !== undefined && read !== undefined && known !== read) throw new StaffError('KEY_INVALID');
  return (known ?? read) as T;
}

function bankOf({ banks }: Content, sendingBank: string): string {
  const bank = banks.banks.find(({ bankOfThailandNo }) => bankOfThailandNo === sendingBank);
  if (!bank) throw new StaffError('KEY_INVALID');
  return bank.code;
}

/** Returns whether the machine still knows nothing else of a transfer than when it was told. */
export function stillFits(
  transfer: SlipTransfer,
  slip: Pick<OpenSlip, 'createdAt' | 'sendingBank' | 'reference'>,
  answer: KeptAnswer | undefined,
): boolean {
  const known = answer?.transfer;
  const knownAt = knownTime(slip, known);
  return (
    ['', transfer.sendingBank].includes(slip.sendingBank) &&
    ['', transfer.reference].includes(slip.reference) &&
    isTimeOfSlip(transfer.at, slip.createdAt) &&
    (!known || known.amount === transfer.amount) &&
    (!knownAt || knownAt.getTime() === transfer.at.getTime())
  );
}
