/** Formats an account number of exactly ten digits as `123-456-7890`; returns any other unchanged. */
export function groupAccountNo(accountNo: string): string {
  return /^\d{10}$/.test(accountNo)
    ? `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
    : accountNo;
}
