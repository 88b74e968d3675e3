import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Minor } from '@krapao/contract/money';
import { SMALLEST_MOVE } from '../session/move-credit.ts';

/** What a transfer form holds. Sides are `WALLET`, a game code, or empty while nothing is chosen. */
export interface TransferChoice {
  from: string;
  to: string;
  /** Null when the field holds no amount. */
  amountMinor: Minor | null;
}

export type TransferFault = 'selectAccMsg' | 'canNotTransferMsg' | 'minAmountMsg';

/** What keeps a transfer from being sent, or null when nothing does. */
export function faultOf({ from, to, amountMinor }: TransferChoice): TransferFault | null {
  if (from === '' || to === '') return 'selectAccMsg';
  if (from === to) return 'canNotTransferMsg';
  if (amountMinor === null || amountMinor < SMALLEST_MOVE) return 'minAmountMsg';
  return null;
}

/** Whether a side is a game account, not the main wallet and not still to be chosen. */
export const isGame = (side: string) => side !== '' && side !== MAIN_WALLET;

/** Whether the whole balance of the source moves, whatever the player would like. */
export function movesWhole(to: string): boolean {
  return isGame(to);
}
