const grouped = (text: string): string => `${text.slice(0, 3)}-${text.slice(3, 6)}-${text.slice(6)}`;

/** Formats an account number of exactly ten digits as `123-456-7890`; returns any other unchanged. */
export const groupAccountNo = (accountNo: string): string =>
  /^\d{10}$/.test(accountNo) ? grouped(accountNo) : accountNo;

const SHOWN_DIGITS = 4;

/** Hides an account number except its last four digits: enough to recognize it, too little to use it. */
export function hideAccountNo(accountNo: string): string {
  const hidden = Math.max(0, accountNo.length - SHOWN_DIGITS);
  return '•'.repeat(hidden) + accountNo.slice(hidden);
}

/** Does the same, and groups a number of ten digits. */
export function maskAccountNo(accountNo: string): string {
  const masked = hideAccountNo(accountNo);
  return accountNo.length === 10 ? grouped(masked) : masked;
}
