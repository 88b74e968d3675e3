import type { Currency } from '@krapao/contract/money';

/**
 * The accounts of the demo operator. A bank knows the holder of an account: a control call that names one of
 * these need not give its bank and holder.
 */
export interface OperatorAccount {
  readonly bankCode: string;
  readonly accountNo: string;
  readonly name: string;
  readonly currency: Currency;
}

const NAME_TH = 'บจก. กระเป๋า วอลเล็ต';
const NAME_LA = 'KRAPAO WALLET SOLE CO LTD';

export const OPERATOR_ACCOUNTS: readonly OperatorAccount[] = [
  { bankCode: 'KBANK', accountNo: '0001234572', name: NAME_TH, currency: 'BAHT' },
  { bankCode: 'KBANK', accountNo: '0001234561', name: NAME_TH, currency: 'BAHT' },
  { bankCode: 'SCB', accountNo: '0002345683', name: NAME_TH, currency: 'BAHT' },
  { bankCode: 'GSB', accountNo: '000034567894', name: NAME_TH, currency: 'BAHT' },
  { bankCode: 'BCEL', accountNo: '000120000456781001', name: NAME_LA, currency: 'LAK' },
  { bankCode: 'BCEL', accountNo: '000120100456782001', name: NAME_LA, currency: 'BAHT' },
];

/** Default bank and holder of an account outside of the demo. */
const UNKNOWN: Omit<OperatorAccount, 'accountNo'> = {
  bankCode: 'KBANK',
  name: NAME_TH,
  currency: 'BAHT',
};

export const accountHolder = (accountNo: string): Omit<OperatorAccount, 'accountNo'> =>
  OPERATOR_ACCOUNTS.find((account) => account.accountNo === accountNo) ?? UNKNOWN;

/** Wallet that receives the demo's automatic transfers. */
export const OPERATOR_WALLET = '0600000011';
