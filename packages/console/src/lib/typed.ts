import { toWire, ZERO } from '@krapao/contract/money';
import { readAmountMinor } from '@krapao/contract/typed-amount';

/** Reads a typed amount above zero, as it is sent; undefined for anything else. */
export function readAmount(text: string): number | undefined {
  const minor = readAmountMinor(text);
  return minor === null || minor <= ZERO ? undefined : toWire(minor);
}
