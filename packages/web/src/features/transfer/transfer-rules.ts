import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Minor } from '@krapao/contract/money';
import { SMALLEST_MOVE } from '@krapao/contract/money';

/** Values of the transfer form. Sides are `WALLET`, a game code, or empty while nothing is chosen. */
export interface TransferChoice {
  from: string;
  to: string;
  /** Null when the field holds no amount. */
  amountMinor: Minor | null;
}

export type TransferFault = 'selectAccMsg' | 'canNotTransferMsg' | 'minAmountMsg';

/** Returns the fault that prevents a transfer, or null. */
export function faultOf({ from, to, amountMinor }: TransferChoice): TransferFault | null {
  if (from === '' || to === '') return 'selectAccMsg';
  if (from === to) return 'canNotTransferMsg';
  if (amountMinor === null || amountMinor < SMALLEST_MOVE) return 'minAmountMsg';
  return null;
}

/** True when a side is a game account: neither the main wallet nor empty. */
export const isGame = (side: string) => side !== '' && side !== MAIN_WALLET;

/** True when the source's whole balance must move. */
export function movesWhole(to: string): boolean {
  return isGame(to);
}
