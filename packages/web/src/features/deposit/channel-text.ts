import type { BankChannel } from './deposit-routing.ts';

/** Returns the name of a bank account in lists and headings; a numbered one begins with its number. */
export function channelTitle({ ordinal }: Pick<BankChannel, 'ordinal'>, bank: string): string {
  return ordinal > 0 ? `${ordinal}. ${bank}` : bank;
}
