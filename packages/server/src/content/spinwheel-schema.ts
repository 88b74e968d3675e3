import { z } from 'zod';
import { amounts, code, line, perLanguage } from './fields.ts';

/** The wheel of fortune from spinwheel.yaml. */

const prize = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('money'), amount: amounts }),
  z.strictObject({ kind: z.literal('coins'), coins: z.int().min(1).max(1_000) }),
  z.strictObject({ kind: z.literal('handover') }),
]);
/** Prize of a slice. `handover`: a prize that staff hand over; its coupon is the proof. */
export type Prize = z.output<typeof prize>;

const colour = z.string().regex(/^#[\da-f]{6}$/i, 'must be a colour such as "#a4161a", in quotes');

/** Placeholder for the slice's amount, in the member's currency. */
export const AMOUNT_PLACEHOLDER = '{amount}';

const slice = z
  .strictObject({
    code,
    label: perLanguage(line(24)),
    bgColor: colour,
    textColor: colour,
    html: perLanguage(z.string().trim().max(2_000)),
    weight: z.int().min(0).max(1_000_000),
    prize,
  })
  .superRefine(({ label, html, prize: { kind } }, context) => {
    const texts = [...Object.values(label), ...Object.values(html)];
    if (kind === 'money' || !texts.some((text) => text.includes(AMOUNT_PLACEHOLDER))) return;
    const message = `${AMOUNT_PLACEHOLDER} is only for a slice that gives money`;
    context.addIssue({ code: 'custom', path: ['label'], message });
  });
export type Slice = z.output<typeof slice>;

/** Ways to earn coins: by deposits, net of withdrawals, or by stakes. */
const coins = z
  .strictObject({
    from: z.iso.date('must be a date in quotes, such as "2026-01-31"'),
    deposit: amounts.optional(),
    stake: amounts.optional(),
    mostPerDay: z.int().min(0).max(1_000),
  })
  .refine(({ deposit, stake }) => (deposit === undefined) !== (stake === undefined), {
    message: 'either deposit or stake says what earns a coin, and not both',
  });
export type CoinRule = z.output<typeof coins>;
export type Amounts = z.output<typeof amounts>;

export const spinwheelSchema = z
  .strictObject({
    active: z.boolean(),
    name: perLanguage(line(60)),
    coins,
    couponDays: z.int().min(1).max(365),
    slices: z.array(slice).min(2).max(16),
  })
  .superRefine(({ slices }, context) => {
    if (slices.some(({ weight }) => weight > 0)) return;
    context.addIssue({ code: 'custom', path: ['slices'], message: 'one of them must have a weight above 0' });
  });
export type Spinwheel = z.output<typeof spinwheelSchema>;
