/**
 * Error catalogue: every code of the product, with the HTTP status of its error reply. A code whose status is
 * below 400 names a success or a state and never fails a call.
 */
export const ERROR_STATUS = {
  // Authentication
  UNAUTHORIZED: 401,
  EXPIRED_AUTH_TOKEN: 401,
  INVALID_USER_1: 401,
  INVALID_USER_2: 401,
  INVALID_USER_3: 401,
  INVALID_USER_4: 401,
  INVALID_IP: 403,
  // External game providers
  NOT_AREASLOT: 404,
  NOT_UFABET: 404,
  // One-time codes
  OTP_BLOCK: 429,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  OTP_TOKEN_INVALID: 400,
  OTP_NOT_EXIST: 404,
  OTP_VERIFIED: 409,
  OTP_EXPIRED: 410,
  OTP_CODE_INVALID: 400,
  OTP_CODE_VALID: 200,
  OTP_SEND_FAIL: 503,
  OTP_VERIFY_FAIL: 400,
  UNVERIFIED_OTP: 403,
  // Registration and login
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  INVALID_USER_INFO: 400,
  GAME_ACTIVATION_FAIL: 409,
  INVALID_BANK: 400,
  BANK_ACCOUNT_NAME_ENG: 400,
  REGISTER_FAIL: 400,
  NO_USER: 404,
  WRONG_PASSWORD: 401,
  WRONG_CREDENTIAL: 401,
  INACTIVE_USER: 403,
  LOGIN_FAIL: 400,
  // Second factors: a code of an authenticator app or a recovery code, a passkey
  CODE_REQUIRED: 403,
  CODE_INVALID: 400,
  // Too many wrong codes: none is taken until the wait is over
  CODE_LOCKED: 429,
  PASSKEY_INVALID: 400,
  // The member has to prove again who they are; nothing has changed, no money has moved
  STEP_UP_REQUIRED: 403,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 400,
  // A new password is below the operator's minimum, or easy to guess
  PASSWORD_SHORT: 400,
  PASSWORD_EASY: 400,
  // Bonus
  BONUS_REMAINING: 409,
  BONUS_ALREADY_ACTIVE: 409,
  BONUS_MAX_CLAIMED: 409,
  BONUS_CONDITION: 409,
  BONUS_CLEAR: 200,
  BONUS_FULL: 409,
  CREDIT_UNKNOWN: 409,
  // Invite
  INVITE_COLLECT: 409,
  INVITE_INACTIVE: 409,
  NO_INVITE_BONUS: 404,
  NO_INVITEE_PLAY_INFO: 404,
  INVITE_BONUS_SUCCESS: 200,
  INVITE_BONUS_FAIL: 409,
  // General
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  OK: 200,
  SUCCESS: 200,
  KEY_MISSING: 400,
  KEY_INVALID: 400,
  NO_DATA: 404,
  // Promotion and QR
  NO_PROMOTION: 404,
  PROMOTION_RECEIVED: 409,
  QR_FAIL: 503,
  // Above the gateway's maximum for one payment; no money has moved
  QR_MAXIMUM: 400,
  // Refund
  NO_REFUND: 404,
  REFUND_CONDITION: 409,
  REFUND_SUCCESS: 200,
  REFUND_INACTIVE: 409,
  REFUND_MINIMUM: 409,
  // Accounts and games
  NO_BANK: 404,
  NO_WALLET: 404,
  SLOT_ALREADY_ACTIVE: 409,
  SLOT_ACTIVATE_FAIL: 503,
  SLOT_NO_ACCOUNT: 404,
  SLOT_RESET_PASSWORD_FAIL: 503,
  NO_GAME: 404,
  // Transfer
  TRANSFER_MINIMUM: 400,
  MONEY_NOT_ENOUGH: 409,
  TRANSFER_FAIL: 409,
  // The site is closed to incoming money; the code is the specification's
  gone: 410,
  // Stopped by staff for all members; no money has moved
  PAYOUTS_STOPPED: 409,
  DEPOSITS_STOPPED: 409,
  GAME_CREDIT_STOPPED: 409,
  // Stopped by the member's own limit, break or exclusion; no money has moved
  LIMIT_DEPOSIT: 409,
  LIMIT_LOSS: 409,
  ON_BREAK: 409,
  EXCLUDED: 409,
  // A reality check waits for the member's answer; no game is opened, no credit goes into one
  REALITY_CHECK_DUE: 409,
  // A higher limit, or the end of an exclusion, has to wait
  LIMIT_NOT_YET: 409,
  // A browser's push service is none of the known ones
  PUSH_SERVICE_UNKNOWN: 400,
  // Slips and gift links
  SLIP_UPLOAD_FAIL: 400,
  SLIP_NO_FILE: 400,
  SLIP_INVALID_FILE: 400,
  TRUELINK_DUPLICATE: 409,
  TRUELINK_INVALID: 400,
  // Spin coupons
  NO_CLAIMABLE_COUPON: 404,
  INVALID_PRIZE_CODE: 400,
  INVALID_CODE: 400,
  INVALID_COUPON_TYPE: 400,
  COUPON_EXPIRED: 410,
  // Files in the chat
  FILE_NOT_SUPPORTED: 415,
  FILE_TOO_LARGE: 413,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The codes of a break and of an exclusion, of which either stops play and money in. */
export const STOPS = ['ON_BREAK', 'EXCLUDED'] as const satisfies ErrorCode[];
export type Stop = (typeof STOPS)[number];

/**
 * Reasons for refusing a slip, spelled as in the statement's slip list (irregular spellings are the field's).
 */
export const SLIP_REASONS = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
] as const;
export type SlipReason = (typeof SLIP_REASONS)[number];

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

/** The body of every error reply. */
export interface ErrorBody {
  message: ErrorCode;
  requestId?: string;
}
