import { gameCode } from '@krapao/contract/fields';
import {
  ENGLISH_NAME,
  PASSWORD_MIN,
  PHONE_DIGITS,
  QR_PROVIDERS,
  requiresEnglishName,
  TEXT_MAX,
} from '@krapao/contract/limits';
import { parseDecimal } from '@krapao/contract/money';
import { GAME_CATEGORIES } from '@krapao/contract/wallet';
import { z } from 'zod';
import { SENDER_IN } from '../kernel/sender-in.ts';
import {
  amount,
  asset,
  bankAccountName,
  code,
  currency,
  digits,
  enabled,
  httpsUrl,
  positiveAmount,
  label,
  line,
  name,
  optionalAsset,
  optionalUrl,
  perLanguage,
  providerLink,
  template,
} from './fields.ts';
import { payoutsSchema } from './payouts-schema.ts';
import { protectionSchema } from './protection-schema.ts';
import { inviteSchema } from './invite-schema.ts';
import { refundSchema } from './refund-schema.ts';
import { bonuses, promotions } from './rewards.ts';
import { spinwheelSchema } from './spinwheel-schema.ts';

/**
 * The schema of an operator's content: the required contents of a folder and the form that the server stores.
 * Everything is plain JSON; amounts are decimal text with two decimals, as written by `toDecimal`.
 */

const operator = z.strictObject({
  name: label,
  website: httpsUrl,
  currency,
  active: z.boolean(),
  closedText: perLanguage(line(500)).optional(),
  registerOtp: z.boolean(),
  chatWidget: z.boolean(),
  contact: z.strictObject({ link: optionalUrl, qrcode: optionalAsset }),
  howto: z.strictObject({
    wallet: optionalUrl,
    play: optionalUrl,
    balance: optionalUrl,
    bonus: optionalUrl,
    bonusCancel: optionalUrl,
  }),
});

const messages = z.strictObject({
  smsOtp: perLanguage(template(['code', 'ref'])),
  smsPasswordChanged: perLanguage(line(160)).optional(),
  notice: perLanguage(template(['percentFail'])),
});

const bank = z.strictObject({
  code,
  nameTH: name(),
  nameEN: name(),
  country: z.enum(['TH', 'LA']),
  currencies: z.array(currency).min(1, 'must name at least one currency'),
  bankOfThailandNo: digits(3, 3).optional(),
  accountNoLengths: z.array(z.int().min(6).max(TEXT_MAX.bankAccountNo)).min(1).optional(),
});
export type Bank = z.output<typeof bank>;

const gateway = z.strictObject({
  code: z.enum(QR_PROVIDERS).exclude(['KBANK']),
  nameTH: name(),
  nameEN: name(),
});

const banks = z.strictObject({ banks: z.array(bank).min(1), gateways: z.array(gateway) });

/** Protocols that a payment gateway may speak; `house`: our own. */
export const GATEWAY_ADAPTERS = ['house', 'payonex', 'scb', 'opn', 'stripe'] as const;
export type GatewayAdapter = (typeof GATEWAY_ADAPTERS)[number];

const depositBank = z.strictObject({
  bankCode: code,
  bankType: z.enum(['BANK', 'PAYMENT']),
  mode: z.enum(['AUTO', 'SMS', 'MANUAL']),
  bankAccountName,
  /** Other spellings of the holder that banks print on slips. */
  otherNames: z.array(bankAccountName).max(10).optional(),
  bankAccountNo: digits(0, TEXT_MAX.bankAccountNo),
  currency,
  /** Where the bank tells the sender in MT940; `subfields` if omitted. */
  senderIn: z.enum(SENDER_IN).optional(),
  /** Maximum of one QR of the account; the currency's default if omitted. */
  qrMaximum: positiveAmount.optional(),
  /** Protocol of the gateway that makes the account's QR codes; `house` if omitted. */
  adapter: z.enum(GATEWAY_ADAPTERS).optional(),
  enabled,
});
export type DepositBank = z.output<typeof depositBank>;

const depositWallet = z.strictObject({
  /** The account's own name. It identifies the wallet, and gift links refer to it. */
  walletAccountName: line(100),
  /** Name shown to players instead. */
  displayName: label.optional(),
  walletAccountNo: digits(9, 15),
  mode: z.enum(['AUTO', 'GIFT']).default('GIFT'),
  /** Currency of the wallet; members with another currency are not offered it. */
  currency: currency.default('BAHT'),
  enabled,
});
export type DepositWallet = z.output<typeof depositWallet>;

const depositAccounts = z.strictObject({
  isManual: z.boolean(),
  banks: z.array(depositBank),
  wallets: z.array(depositWallet),
});

const provider = z.strictObject({
  code: gameCode.regex(/^(?!WALLET$)/, 'WALLET is the name of the main wallet'),
  name: label,
  category: z.enum(GAME_CATEGORIES),
  adapter: z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be the name of an adapter, such as signed-json'),
  logo: asset,
  background: asset,
  web: providerLink,
  android: providerLink,
  ios: providerLink,
  enabled,
});
export type Provider = z.output<typeof provider>;

const withdrawLimit = z.strictObject({ min: amount, max: amount }).superRefine(({ min, max }, context) => {
  if ((parseDecimal(min) ?? 0n) > (parseDecimal(max) ?? 0n)) {
    context.addIssue({ code: 'custom', path: ['max'], message: 'must not be less than min' });
  }
});

const withdraw = z.strictObject({
  approval: z.literal('none'),
  limits: z.strictObject({ BAHT: withdrawLimit, LAK: withdrawLimit }),
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const slips = z.strictObject({
  windows: z.array(
    z
      .strictObject({
        from: z.string().regex(TIME, 'must be a time such as 03:30'),
        to: z
          .string()
          .refine((text) => TIME.test(text) || text === '24:00', 'must be a time such as 03:40, or 24:00'),
      })
      .superRefine(({ from, to }, context) => {
        if (from < to || !TIME.test(from)) return;
        const message = 'must be later than from; write a window over midnight as two';
        context.addIssue({ code: 'custom', path: ['to'], message });
      }),
  ),
});

const source = z.strictObject({ code, description: perLanguage(line(100)) });

export const contentSchema = z.object({
  operator,
  messages,
  banks,
  sources: z.array(source),
  depositAccounts,
  providers: z.array(provider),
  withdraw,
  payouts: payoutsSchema,
  protection: protectionSchema,
  slips,
  bonuses,
  promotions,
  invite: inviteSchema,
  refund: refundSchema,
  spinwheel: spinwheelSchema,
  contactText: perLanguage(z.string()),
  conditions: perLanguage(z.string()),
  agreements: perLanguage(z.array(z.string())),
});

/** An operator's content. Asset fields hold names of files in the folder's `assets`. */
export type Content = z.output<typeof contentSchema>;

const demoMember = z
  .strictObject({
    phone: digits(PHONE_DIGITS, PHONE_DIGITS),
    password: z
      .string()
      .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
      .max(TEXT_MAX.password, `must have at most ${TEXT_MAX.password} characters`),
    name: name(TEXT_MAX.name),
    bankCode: code,
    bankAccountName,
    bankAccountNo: digits(6, TEXT_MAX.bankAccountNo),
    currency,
    /**
     * Created in Laos mode, where phone numbers differ; a member without it is created outside that mode
     * only.
     */
    laos: z.boolean().default(false),
  })
  .superRefine((member, context) => {
    if (!requiresEnglishName(member.bankCode) || ENGLISH_NAME.test(member.bankAccountName)) return;
    const message = `must be English letters and spaces for ${member.bankCode}`;
    context.addIssue({ code: 'custom', path: ['bankAccountName'], message });
  });

export const demoMembersSchema = z.array(demoMember);

/** A member to create in an empty store. Never part of {@link Content}: its password is in clear. */
export type DemoMember = z.output<typeof demoMember>;

/**
 * Returns whether a bank issues account numbers of this length. Without a list of lengths, any length is
 * valid.
 */
export function acceptsAccountNo(bank: Bank, accountNo: string): boolean {
  return /^\d{6,20}$/.test(accountNo) && (bank.accountNoLengths?.includes(accountNo.length) ?? true);
}
