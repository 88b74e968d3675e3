import type { Minor } from '@krapao/contract/money';
import { useRef, useState, type RefObject } from 'react';
import { parseTyped } from '../../lib/money.ts';
import { amountText } from '../../ui/amount-text.ts';

interface AmountText {
  text: string;
  setText: (text: string) => void;
  /** Amount in the field; null when it is not an amount. */
  amountMinor: Minor | null;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Amount field that shows and follows a whole balance until the player types something else. */
export function useAmountText(balanceMinor: Minor): AmountText {
  const [typed, setTyped] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const text = typed ?? (balanceMinor > 0n ? amountText(balanceMinor) : '');
  return { text, setText: setTyped, amountMinor: parseTyped(text), inputRef };
}
