/** Limits and constants shared by both sides. Amounts are whole baht or kip, times are milliseconds. */

export const APP_VERSION = '1.1.14';

/** The fixed header every request of the player app carries; state-changing GETs are refused without it. */
export const REQUESTED_WITH_HEADER = 'x-requested-with';
export const REQUESTED_WITH_VALUE = 'wallet-user';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/**
 * Random id that a browser creates for itself: 22 to 64 letters, digits, `-` and `_`. Optional for clients.
 */
export const DEVICE_HEADER = 'x-device-id';
/** Mark that a log-in gave the browser, sent with its id. Optional for clients. */
export const DEVICE_MARK_HEADER = 'x-device-mark';
/** Id of the guest who owns an upload in the chat. */
export const GUEST_HEADER = 'x-guest-id';

export const REQUEST_TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

/** Name of the main wallet in `from` and `to` of a transfer. */
export const MAIN_WALLET = 'WALLET';

/** Name of the held balance in `from` and `to` of the statement. */
export const HELD_BALANCE = 'HELD';

/** Prefix of an invite code; the member's id follows. */
export const INVITE_CODE_PREFIX = 'PR';

export const PHONE_DIGITS = 10;
export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
export const TRANSFER_MIN = 1;

/** Games that open by a form which the player app posts to the provider's own site. */
export const FORM_LAUNCHED_GAMES = ['JOKER', 'SEXYGAME', 'SUPERSLOT', 'SLOTXO', 'UFABET'] as const;
export type FormLaunchedGame = (typeof FORM_LAUNCHED_GAMES)[number];

/** Banks whose account names must be English letters and spaces. */
export const ENGLISH_NAME_BANKS = ['KTB', 'TMB', 'BBL'] as const;
export const ENGLISH_NAME = /^[A-Za-z][A-Za-z ]*$/;

export const requiresEnglishName = (bankCode: string): boolean =>
  (ENGLISH_NAME_BANKS as readonly string[]).includes(bankCode);

export const QR_PROVIDERS = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'] as const;
export type QrProvider = (typeof QR_PROVIDERS)[number];

/** Shortcut amounts per QR provider, in whole baht. */
export const QR_SHORTCUTS: Record<QrProvider, readonly number[]> = {
  KBANK: [10, 20, 50, 100, 500, 1000],
  WW: [100, 200, 300, 500, 1000],
  PAYTIMZ: [10, 50, 100, 500, 1000],
  PAYONEX: [100, 200, 300, 500, 1000],
  FP: [10, 50, 100, 500, 1000],
};

/** Smallest QR deposit per provider, in whole baht. KBANK itself has no minimum; we require 1. */
export const QR_MINIMUM: Record<QrProvider, number> = {
  KBANK: 1,
  WW: 100,
  PAYTIMZ: 10,
  PAYONEX: 100,
  FP: 10,
};

/** Smallest automatic digital-wallet transfer, in whole baht. */
export const EWALLET_MINIMUM = 2;

/** Maximum size of a slip picture in bytes, inclusive. */
export const SLIP_MAX_BYTES = 10 * 1024 * 1024;

/** Maximum characters of a chat message; maximum bytes of an attachment, inclusive. */
export const CHAT_TEXT_MAX = 2_000;
export const CHAT_IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const CHAT_VIDEO_MAX_BYTES = 20 * 1024 * 1024;
export const CHAT_HISTORY_SIZE = 10;

/** Socket namespace and event that tell a member's browser that their money has moved. */
export const WALLET_SOCKET = '/wallet';
export const WALLET_CHANGED = 'wallet-changed';

export const TEXT_MAX = {
  name: 100,
  phone: 20,
  password: 72,
  code: 40,
  bankAccountName: 120,
  bankAccountNo: 20,
  token: 200,
  otpCode: 10,
  factorCode: 32,
  passkeyName: 40,
} as const;
export const PASSWORD_MIN = 6;

/** Returns the number of characters of a password, as its minimum counts them. */
export const passwordLength = (password: string): number => Array.from(password).length;

/** Maximum number of passkeys of one member. */
export const PASSKEYS_MAX = 20;

/** Maximum length of the search text of a statement, in characters. */
export const SEARCH_MAX = 64;

/**
 * Maximum lengths of the texts in a fault report, in characters. The app cuts longer texts before sending.
 */
export const FAULT_MAX = { message: 500, stack: 4_000, path: 200, reference: 20 } as const;
