import type { Minor } from '@krapao/contract/money';
import { useRef, useState, type RefObject } from 'react';
import { parseTyped } from '../../lib/money.ts';
import { amountText } from '../../ui/amount-text.ts';

interface AmountText {
  text: string;
  setText: (text: string) => void;
  /** What stands in the field, or null when that is no amount. */
  amountMinor: Minor | null;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** An amount field that holds a whole balance, and follows it, until the player types something else. */
export function useAmountText(balanceMinor: Minor): AmountText {
  const [typed, setTyped] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const text = typed ?? (balanceMinor > 0n ? amountText(balanceMinor) : '');
  return { text, setText: setTyped, amountMinor: parseTyped(text), inputRef };
}
