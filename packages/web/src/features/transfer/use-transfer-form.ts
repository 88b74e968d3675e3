import { MAIN_WALLET } from '@krapao/contract/limits';
import { ZERO, type Minor } from '@krapao/contract/money';
import { useState } from 'react';
import { parseTyped } from '../../lib/money.ts';
import { amountText } from '../../ui/amount-text.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { faultOf, movesWhole, type TransferFault } from './transfer-rules.ts';

export interface TransferForm {
  from: string;
  to: string;
  setFrom: (side: string) => void;
  setTo: (side: string) => void;
  swap: () => void;
  amountText: string;
  setAmountText: (text: string) => void;
  amountMinor: Minor | null;
  /** Balance of the source. */
  balanceMinor: Minor;
  /** The source's whole balance moves: the amount cannot be changed. */
  isLocked: boolean;
  fault: TransferFault | null;
}

/** Returns the balance of one side of a transfer, in minor units. */
export function balanceOf(side: string, userInfo: UserInfo): Minor {
  if (side === MAIN_WALLET) return userInfo.wallet.amountMinor;
  return userInfo.slots.find((slot) => slot.code === side)?.amountMinor ?? ZERO;
}

/** In a break or an exclusion credit moves home alone. */
function startOf(start: { from?: string; to?: string }, { standing, slots }: UserInfo) {
  if (!standing?.stop) return { from: start.from ?? MAIN_WALLET, to: start.to ?? '' };
  const withCredit = slots.find(({ amountMinor }) => amountMinor > 0n);
  return { from: start.from ?? withCredit?.code ?? '', to: MAIN_WALLET };
}

/**
 * State of the transfer form. The amount is the source's whole balance until the player types another one.
 */
export function useTransferForm(start: { from?: string; to?: string }, userInfo: UserInfo): TransferForm {
  const [sides, setSides] = useState(() => startOf(start, userInfo));
  const [typed, setTyped] = useState<string | null>(null);
  const { from, to } = sides;
  const choose = (next: typeof sides) => {
    setSides(next);
    setTyped(null);
  };
  const balanceMinor = balanceOf(from, userInfo);
  const isLocked = movesWhole(to);
  const whole = balanceMinor > 0n ? amountText(balanceMinor) : '';
  const text = isLocked ? whole : (typed ?? whole);
  const amountMinor = parseTyped(text);
  return {
    from,
    to,
    setFrom: (side) => choose({ from: side, to }),
    setTo: (side) => choose({ from, to: side }),
    swap: () => choose({ from: to, to: from }),
    amountText: text,
    setAmountText: setTyped,
    amountMinor,
    balanceMinor,
    isLocked,
    fault: faultOf({ from, to, amountMinor }),
  };
}
