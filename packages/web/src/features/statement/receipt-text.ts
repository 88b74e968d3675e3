import type { Currency } from '@krapao/contract/money';
import { formatDateTime } from '../../lib/dates.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { settings } from '../../lib/settings.ts';
import { storyOf, timelineOf, type Receipt } from './receipt-rules.ts';
import {
  linkedText,
  placeName,
  PROGRESS_TEXT,
  progressOf,
  typeTextOf,
  type PlaceNames,
} from './statement-rules.ts';

interface ReceiptWords {
  receipt: Receipt;
  currency: Currency;
  names: PlaceNames;
}

/** Tells a movement in a sentence. */
export function storyText({ receipt, currency, names }: ReceiptWords): string {
  return t(storyOf(receipt), {
    amount: formatMoney(minorOf(receipt.amount), currency),
    from: placeName(receipt.from, names),
    to: placeName(receipt.to, names),
    held: formatMoney(minorOf(receipt.held ?? 0), currency),
  });
}

/** Formats a receipt as plain text, to share or keep, with the words of the screen. */
export function receiptText(words: ReceiptWords, nowMs: number): string {
  const { receipt, currency, names } = words;
  const line = (label: string, value: string) => `${label}: ${value}`;
  const linked = linkedText(receipt);
  return [
    `${settings.title} · ${t('statement.receipt')}`,
    storyText(words),
    '',
    line(t(typeTextOf(receipt)), formatMoney(minorOf(receipt.amount), currency)),
    line(t('statement.state'), t(PROGRESS_TEXT[progressOf(receipt.status)])),
    ...(receipt.from ? [line(t('transfer.from'), placeName(receipt.from, names))] : []),
    ...(receipt.to ? [line(t('transfer.to'), placeName(receipt.to, names))] : []),
    ...(linked ? [linked] : []),
    '',
    ...timelineOf(receipt, nowMs).flatMap(({ text, at, isUntil }) =>
      at === null ? [] : [line(t(text), `${isUntil ? `${t('statement.until')} ` : ''}${formatDateTime(at)}`)],
    ),
    '',
    line(t('statement.reference'), receipt._id),
  ].join('\n');
}
