import { formatAmount, parseDecimal, ZERO, type Currency } from '@krapao/contract/money';
import type { z } from 'zod';
import { localized } from './fields.ts';
import type { InviteRule } from './invite-schema.ts';
import type { RefundRule } from './refund-schema.ts';
import type { rewardBanner } from './rewards.ts';

type Banner = Pick<z.output<typeof rewardBanner>, 'image' | 'html'>;

/** Values of the placeholders in a banner's text: a percentage, or an amount as decimal text per currency. */
type Figures = Readonly<Record<string, number | Readonly<Record<Currency, string>>>>;

/** Returns the figures of a refund banner. */
export const refundFigures = ({ percent, minLoss, upTo }: RefundRule): Figures => ({
  percent,
  minLoss,
  upTo,
});

/** Returns the figures of an invite banner. */
export const inviteFigures = ({ deposits, play, minTurnover }: InviteRule): Figures => ({
  percent: deposits.percent,
  minDeposit: deposits.min,
  upTo: deposits.upTo,
  playPercent: play.percent,
  playUpTo: play.upTo,
  minTurnover,
});

const UNIT: Readonly<Record<Currency, Readonly<Record<string, string>>>> = {
  BAHT: { th: 'บาท', la: 'ບາດ', en: 'baht' },
  LAK: { th: 'กีบ', la: 'ກີບ', en: 'kip' },
};

/**
 * Returns banners in wire form.
 * @param reader the language, and the currency of the rule's amounts
 */
export const bannersIn = (
  banners: readonly Banner[],
  { language, currency }: { language: string; currency: Currency },
  figures: Figures = {},
): { image: string; html: string }[] =>
  banners.map(({ image, html }) => ({
    image: `/content/${image}`,
    html: localized(html, language).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const figure = figures[name];
      if (figure === undefined) return placeholder;
      return typeof figure === 'number' ? `${figure}%` : moneyText(figure[currency], currency, language);
    }),
  }));

/** `5,000 baht`, `3,000,000 ກີບ` */
function moneyText(decimal: string, currency: Currency, language: string): string {
  const plain = formatAmount(parseDecimal(decimal) ?? ZERO).replace(/\.00$/, '');
  return `${plain} ${UNIT[currency][language] ?? UNIT[currency]['en']}`;
}
