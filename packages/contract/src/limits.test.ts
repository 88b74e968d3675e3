import { expect, it } from 'vitest';
import { BONUS_TYPES } from './bonus.ts';
import { chatContent, MEDIA_KINDS } from './chat.ts';
import {
  APP_VERSION,
  CHAT_HISTORY_SIZE,
  CHAT_IMAGE_MAX_BYTES,
  CHAT_TEXT_MAX,
  CHAT_VIDEO_MAX_BYTES,
  ENGLISH_NAME_BANKS,
  EWALLET_MINIMUM,
  INVITE_CODE_PREFIX,
  MAIN_WALLET,
  PAGE_SIZE,
  PHONE_DIGITS,
  QR_MINIMUM,
  QR_PROVIDERS,
  QR_SHORTCUTS,
  REQUEST_TIMEOUT_MS,
  REQUESTED_WITH_HEADER,
  REQUESTED_WITH_VALUE,
  SLIP_MAX_BYTES,
  TRANSFER_MIN,
  UPLOAD_TIMEOUT_MS,
} from './limits.ts';
import { CURRENCIES } from './money.ts';
import { STATEMENT_TYPES } from './statement.ts';
import { GAME_CATEGORIES } from './wallet.ts';

/**
 * The specification's figures and words, written out: a test that uses only the constants would not notice a
 * change.
 */

it.each([
  ['version', APP_VERSION, '1.1.14'],
  ['time a call is waited for', REQUEST_TIMEOUT_MS, 60_000],
  ['time an upload is waited for', UPLOAD_TIMEOUT_MS, 300_000],
  ['name of the fixed header', REQUESTED_WITH_HEADER.toLowerCase(), 'x-requested-with'],
  ['value of the fixed header', REQUESTED_WITH_VALUE, 'wallet-user'],
  ['rows of a page', PAGE_SIZE, 10],
  ['messages of a page', CHAT_HISTORY_SIZE, 10],
  ['characters of a message', CHAT_TEXT_MAX, 2_000],
  ['bytes of a picture', CHAT_IMAGE_MAX_BYTES, 10_485_760],
  ['bytes of a video', CHAT_VIDEO_MAX_BYTES, 20_971_520],
  ['bytes of a slip', SLIP_MAX_BYTES, 10_485_760],
  ['digits of a phone', PHONE_DIGITS, 10],
  ['least transfer', TRANSFER_MIN, 1],
  ['least automatic wallet deposit', EWALLET_MINIMUM, 2],
  ['prefix of an invite code', INVITE_CODE_PREFIX, 'PR'],
  ['name of the main wallet', MAIN_WALLET, 'WALLET'],
])('the %s', (_, value, documented) => {
  expect(value).toBe(documented);
});

it.each([
  ['banks that want English names', ENGLISH_NAME_BANKS, ['KTB', 'TMB', 'BBL']],
  ['currencies', CURRENCIES, ['BAHT', 'LAK']],
  ['QR providers', QR_PROVIDERS, ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP']],
  ['types of bonuses', BONUS_TYPES, ['limit', 'day', 'week']],
  ['types of movements', STATEMENT_TYPES, ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer']],
  ['kinds of games', GAME_CATEGORIES, ['slot', 'sport', 'casino', 'lotto']],
  ['kinds of media', MEDIA_KINDS, ['image', 'video', 'file']],
  [
    'types of messages',
    chatContent.options.flatMap((option) => [...option.shape.message_type.values]),
    ['text', 'buttons', 'media', 'quick_replies', 'generic', 'postback'],
  ],
])('the %s', (_, values, documented) => {
  expect([...values].sort()).toEqual([...documented].sort());
});

it('the shortcuts and the least amounts of QR deposits', () => {
  expect(QR_SHORTCUTS).toEqual({
    KBANK: [10, 20, 50, 100, 500, 1000],
    WW: [100, 200, 300, 500, 1000],
    PAYTIMZ: [10, 50, 100, 500, 1000],
    PAYONEX: [100, 200, 300, 500, 1000],
    FP: [10, 50, 100, 500, 1000],
  });
  // KBANK itself takes any amount above zero; we require at least 1.
  expect(QR_MINIMUM).toEqual({ KBANK: 1, WW: 100, PAYTIMZ: 10, PAYONEX: 100, FP: 10 });
});
