import { ERROR_STATUS, type ErrorCode, type SlipReason } from '@krapao/contract/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, errorText } from '../../lib/api-error.ts';
import { changeLocale, codeText, getLocale, t } from '../../lib/i18n/i18n.ts';
import type { Words } from '../../lib/i18n/word-sets.ts';
import { reasonOf } from '../../operations/operation.ts';
import { spin } from '../../operations/spin.ts';

/** The program's sources without tests and dictionaries, and the words of the contract. */
const sources = import.meta.glob<string>(
  [
    '../../**/*.{ts,tsx}',
    '../../../../contract/src/*.ts',
    '!**/*.test.{ts,tsx}',
    '!../../**/words/**',
    '!../../lib/i18n/{th,la,en}/*',
    '!../../testing/*',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Names and signs that are written in Latin letters in every language. */
const NAMES = new Set(
  'Android BCEL GIF HEIC HMAC JPEG LAK MB MOV MP One OTP PNG QR SHA THB TrueMoney UFABET WebP https iOS'.split(
    ' ',
  ),
);

/** Texts for codes of the server. */
interface Catalogue {
  errors: Readonly<Record<ErrorCode, string>>;
  spinErrors: Readonly<Partial<Record<ErrorCode, string>>>;
  slipReasons: Readonly<Record<SlipReason, string>>;
  slipAdvice: Readonly<Record<SlipReason, string>>;
}

const sets = import.meta.glob<Words>('./{th,la,en}/*-words.ts', { import: 'words', eager: true });

/** Returns all texts of a language, those of the codes included. */
function languageOf(name: string): { texts: Groups; catalogue: Catalogue } {
  const mine = Object.entries(sets).filter(([file]) => file.startsWith(`./${name}/`));
  const { errors, spinErrors, slipReasons, slipAdvice, ...texts } = Object.assign(
    {},
    ...mine.map(([, words]) => words),
  ) as Catalogue & Groups;
  return { texts, catalogue: { errors, spinErrors, slipReasons, slipAdvice } };
}

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

const [th, la, en] = [languageOf('th'), languageOf('la'), languageOf('en')];

function flatten(groups: Groups): Map<string, string> {
  return new Map(
    Object.entries(groups).flatMap(([group, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
    ),
  );
}

const languages = { th: flatten(th.texts), la: flatten(la.texts), en: flatten(en.texts) };

/** Returns every text of a language by its key, those of the server's codes included. */
function everyText(name: 'th' | 'la' | 'en'): [string, string][] {
  const { errors, spinErrors, slipReasons, slipAdvice } = { th, la, en }[name].catalogue;
  const codes = [errors, spinErrors, slipReasons, slipAdvice];
  return [...languages[name], ...codes.flatMap((texts) => Object.entries(texts))];
}

const byCode = (one: string, other: string) => (one < other ? -1 : 1);
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted(byCode);

describe('the dictionaries', () => {
  it('have the same keys and the same placeholders in every language', () => {
    for (const language of [languages.la, languages.en]) {
      expect([...language.keys()].toSorted(byCode)).toEqual([...languages.th.keys()].toSorted(byCode));
      for (const [key, text] of language) {
        expect([key, placeholders(text)]).toEqual([key, placeholders(languages.th.get(key) ?? '')]);
      }
    }
  });

  it('leave nothing empty and nothing in the wrong script', () => {
    const script = { th: /[\u0E01-\u0E3A\u0E40-\u0E7F]/, la: /[\u0E80-\u0EFF]/, en: /[A-Za-z]/ };
    const others = { th: script.la, la: script.th, en: /[\u0E01-\u0E3A\u0E40-\u0EFF]/ };
    for (const name of ['th', 'la', 'en'] as const) {
      for (const [key, text] of everyText(name)) {
        expect([key, text]).not.toEqual([key, '']);
        expect([key, text.trim()]).toEqual([key, text]);
        expect([key, others[name].test(text)]).toEqual([key, false]);
        const words = text.replace(/\{\w+\}/g, '');
        expect([key, script[name].test(words) || !/\p{L}/u.test(words)]).toEqual([key, true]);
      }
    }
  });

  it.each(['th', 'la'] as const)('leave nothing in English among the texts of %s', (name) => {
    const untranslated = everyText(name).flatMap(([key, text]) =>
      [...text.replace(/\{\w+\}/g, '').matchAll(/[A-Za-z]+/g)]
        .map(([word]) => word)
        .filter((word) => !NAMES.has(word))
        .map((word) => `${key}: ${word}`),
    );
    expect(untranslated).toEqual([]);
  });

  it('join the parts of Thai words that browsers take for several', () => {
    // U+2060 forbids a line break. Browsers' Thai dictionaries would split these words.
    const split = everyText('th').filter(([, text]) => /ลงทะเบียน|ค่า\u2060?ใช้จ่าย|คงเหลือ|ย้อนหลัง/.test(text));
    expect(split).toEqual([]);
  });

  it('hold no text that no screen uses', () => {
    const code = Object.values(sources).join('\n');
    expect([...languages.th.keys()].filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });

  it('have a text for every code of the catalogue', () => {
    for (const { catalogue } of [th, la, en]) {
      expect(Object.keys(catalogue.errors).toSorted(byCode)).toEqual(
        Object.keys(ERROR_STATUS).toSorted(byCode),
      );
    }
  });

  it.each<[ErrorCode, RegExp]>([
    ['UNAUTHORIZED', /log in/i],
    ['INVALID_USER_1', /verify your identity/],
    ['NOT_AREASLOT', /provider does not know/],
    ['NOT_UFABET', /does not know/],
    ['OTP_BLOCK', /too many.*wait/i],
    ['REQUEST_LIMIT', /too many.*wait/i],
    ['REQUEST_LIMIT_1MIN', /wait about 1 minute/],
    ['UNVERIFIED_OTP', /verify your phone/],
    ['EXISTING_USER', /phone.*already registered/],
    ['EXISTING_BANK', /bank account is in use/],
    ['BANK_ACCOUNT_NAME_ENG', /^Bank account name must be in English only$/],
    ['WRONG_CREDENTIAL', /phone.*password is not right/],
    ['PHONE_NUMBER_REQUIRE_10_DIGIT', /10 digits/],
    ['BONUS_CONDITION', /cannot end while conditions remain/],
    ['BONUS_CLEAR', /has ended/],
    ['BONUS_FULL', /promotion is full/],
    ['CREDIT_UNKNOWN', /does not tell us.*try again later/],
    ['REFUND_MINIMUM', /accrued amount must be more than 0$/],
    ['TRANSFER_MINIMUM', /more than 0/],
    ['TRANSFER_FAIL', /back in your wallet/],
    ['TRUELINK_INVALID', /not valid or has been used/],
  ])('say of %s what it means', (code, meaning) => {
    expect(en.catalogue.errors[code]).toMatch(meaning);
  });

  it.each<[SlipReason, RegExp]>([
    ['UPLOADED_FILE_NOT_EXIST', /^Incorrect slip$/],
    ['IMG_SIZE_UNABLE_TO_PROCESS', /^Incorrect slip$/],
    ['CANNOT_READ_CROPPED_IMAGE', /^Incorrect slip$/],
    ['DEST_ACC_INVALID', /destination account/],
    ['SLIP_REFNO_DUPLICATED', /duplicate/i],
    ['UNSTABLE_REFNO_ON_SLIP', /reference number.*cannot be read/],
    ['TRIPPLE_WRONG_CAPTCHA', /three times in a row/],
    ['INVALID_SLIP', /unreadable or not valid/],
    ['NOT_MATCH', /number does not match the registered one/],
    ['EXPIRED_SLIP', /expired/],
    ['UNKNOW_ERROR', /unknown error.*contact the admin/i],
  ])('say of a slip refused with %s what it means', (reason, meaning) => {
    expect(en.catalogue.slipReasons[reason]).toMatch(meaning);
  });

  it('give the four identity failures one text, so that it can be told by its words', () => {
    for (const { catalogue } of [th, la, en]) {
      const {
        INVALID_USER_1: one,
        INVALID_USER_2: two,
        INVALID_USER_3: three,
        INVALID_USER_4: four,
      } = catalogue.errors;
      expect(new Set([one, two, three, four]).size).toBe(1);
    }
  });
});

describe('changing the language', () => {
  afterEach(() => changeLocale('en'));

  it.each([
    ['th', 'th', 'ยกเลิก'],
    ['la', 'lo', 'ຍົກເລີກ'],
    ['en', 'en', 'Cancel'],
  ] as const)('%s is put on the page, stored and set as a cookie', async (locale, tag, text) => {
    await changeLocale(locale);
    expect(getLocale()).toBe(locale);
    expect(t('kit.cancel')).toBe(text);
    expect(document.documentElement.lang).toBe(tag);
    expect(localStorage.getItem('locale')).toBe(locale);
    expect(document.cookie).toContain(`lang=${locale}`);
  });

  it('ends in the language asked for last', async () => {
    await Promise.all([changeLocale('th'), changeLocale('la')]);
    expect(getLocale()).toBe('la');
  });
});

describe('texts', () => {
  it('fill their placeholders', () => {
    expect(t('kit.pageOf', { page: 2, pages: 7 })).toBe('Page 2 of 7');
  });

  it('of a code prefer the wording of the wheel while spinning', () => {
    const spinText = (code: ErrorCode) => {
      const reason = reasonOf(spin, new ApiError(code, 409), null);
      return typeof reason === 'string' ? reason : errorText(reason);
    };
    expect(spinText('BONUS_REMAINING')).not.toBe(codeText('BONUS_REMAINING'));
    expect(spinText('COUPON_EXPIRED')).toBe(codeText('COUPON_EXPIRED'));
    expect(codeText('toString')).toBeUndefined();
  });
});

// Each misled a player who read it.
it.each([
  /ends by itself at/i,
  /stands above/i,
  /rate that applies/i,
  /time to do it/i,
  /days left/i,
  /not given back/i,
  /through friends/i,
  /still have bonus credit/i,
  /move money/i,
])('the English words do not say %s', (misleading) => {
  const { errors, spinErrors, slipReasons, slipAdvice } = en.catalogue;
  const all = [...languages.en, ...[errors, spinErrors, slipReasons, slipAdvice].flatMap(Object.entries)];
  expect(all.filter(([, text]) => misleading.test(text))).toEqual([]);
});
