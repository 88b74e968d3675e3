import { toMinor, formatAmount } from '@krapao/contract/money';
import { codeText } from './i18n.ts';

/** Returns a value of a proposal or of the record as people read it: amounts grouped, known codes as words. */
export function shownValue(path: string, value: string): string {
  const minor = /amount$/i.test(path) ? toMinor(Number(value)) : null;
  return minor === null ? codeText('values', value) : formatAmount(minor);
}
