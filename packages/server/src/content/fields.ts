import { TEXT_MAX } from '@krapao/contract/limits';
import { CURRENCIES, MAX_MINOR, parseDecimal, toDecimal } from '@krapao/contract/money';
import { visibleText } from '@krapao/contract/visible-text';
import { z } from 'zod';

/** Schemas of the elements of a content folder. */

export const LANGUAGES = ['th', 'la', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One value per language of the player app. */
export type Localized<T = string> = Record<Language, T>;

/**
 * Picks the value for a language.
 * @param language as a client sent it; an unknown one reads as Thai.
 */
export function localized<T>(values: Localized<T>, language: string): T {
  const known = LANGUAGES.find((candidate) => candidate === language) ?? 'th';
  return values[known];
}

const QUOTED = 'must be text; put it in quotes so that no leading zero is lost';

// One-line texts must not contain control characters.
// oxlint-disable-next-line no-control-regex
const NO_CONTROL = /^[^\u0000-\u001f\u007f]*$/;

export const line = (max = 200) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(NO_CONTROL, 'must be one line without control characters');

/** A name: one line, normalised by {@link visibleText}. */
export const name = (max = 100) =>
  z.preprocess((value) => (typeof value === 'string' ? visibleText(value) : value), line(max));

/** Text of digits. YAML reads bare digits as a number, which would lose leading zeros. */
export const digits = (min: number, max: number) =>
  z
    .string({ error: (issue) => (typeof issue.input === 'number' ? QUOTED : undefined) })
    .regex(
      new RegExp(`^\\d{${min},${max}}$`),
      min === max ? `must be ${min} digits` : `must be ${min} to ${max} digits`,
    );

export const perLanguage = <T extends z.ZodType>(value: T) =>
  z.strictObject({ th: value, la: value, en: value });

/** A name that may be the same in every language: plain text, or one text per language. */
export const label = z.preprocess(
  (value) => (typeof value === 'string' ? { th: value, la: value, en: value } : value),
  perLanguage(name()),
);

/** A text with placeholders in braces: each of `names` is required, and no other is allowed. */
export const template = (names: readonly string[], optional: readonly string[] = []) =>
  line(500).superRefine((text, context) => {
    const used = [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
    for (const name of names.filter((name) => !used.includes(name))) {
      context.addIssue({ code: 'custom', message: `must contain {${name}}` });
    }
    for (const name of used.filter((name) => !names.includes(name) && !optional.includes(name))) {
      context.addIssue({ code: 'custom', message: `unknown placeholder {${name}}` });
    }
  });

/** An amount: a whole number, or decimal text in quotes. It is kept as decimal text, never as a float. */
export const amount = z.unknown().transform((value, context) => {
  const whole = typeof value === 'number' && Number.isSafeInteger(value);
  const parsed = parseDecimal(whole || typeof value === 'string' ? String(value) : '');
  if (parsed !== null && parsed >= 0n && parsed <= MAX_MINOR) return toDecimal(parsed);
  const message =
    value === undefined ? 'is missing' : 'must be a whole amount, or text in quotes such as "100.50"';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export const positiveAmount = amount.refine((text) => (parseDecimal(text) ?? 0n) > 0n, 'must be above 0');

const isHttps = (text: string): boolean => /^https:\/\/\S+$/.test(text) && URL.canParse(text);
export const httpsUrl = z.string().refine(isHttps, 'must be an https address');
export const optionalUrl = z
  .string()
  .refine((text) => text === '' || isHttps(text), 'must be an https address, or empty');

/** Allowed prefix of a provider's address: the sandbox's own address. */
export const SANDBOX_PLACEHOLDER = '{sandbox}';

const isProviderLink = (text: string): boolean =>
  text === '' ||
  isHttps(text) ||
  (text.startsWith(`${SANDBOX_PLACEHOLDER}/`) &&
    isHttps(text.replace(SANDBOX_PLACEHOLDER, 'https://sandbox.example')));
export const providerLink = z
  .string()
  .refine(isProviderLink, `must be an https address, one that begins with ${SANDBOX_PLACEHOLDER}/, or empty`);

const ASSET_NAME = /^[a-z0-9][a-z0-9-]*\.(svg|png|jpg|webp)$/;
const ASSET_FAULT = 'must be the name of a file in assets, such as logo.svg';
export const asset = z.string().regex(ASSET_NAME, ASSET_FAULT);
export const optionalAsset = z.string().refine((name) => name === '' || ASSET_NAME.test(name), ASSET_FAULT);

export const code = z
  .string()
  .max(TEXT_MAX.code)
  .regex(/^[A-Z][A-Z0-9_]*$/, 'must be capital letters and digits, beginning with a letter');

export const currency = z.enum(CURRENCIES);
export const bankAccountName = name(TEXT_MAX.bankAccountName);
export const enabled = z.boolean().default(true);

/** An amount above zero in each currency of members. */
export const amounts = z.strictObject({ BAHT: positiveAmount, LAK: positiveAmount });
