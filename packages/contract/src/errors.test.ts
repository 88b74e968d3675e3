import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, isErrorCode, SLIP_REASONS } from './errors.ts';

const CATALOGUE = `
  UNAUTHORIZED EXPIRED_AUTH_TOKEN INVALID_USER_1 INVALID_USER_2 INVALID_USER_3 INVALID_USER_4 INVALID_IP
  NOT_AREASLOT NOT_UFABET
  OTP_BLOCK REQUEST_LIMIT REQUEST_LIMIT_1MIN OTP_TOKEN_INVALID OTP_NOT_EXIST OTP_VERIFIED OTP_EXPIRED
  OTP_CODE_INVALID OTP_CODE_VALID OTP_SEND_FAIL OTP_VERIFY_FAIL UNVERIFIED_OTP
  EXISTING_USER EXISTING_BANK INVALID_USER_INFO GAME_ACTIVATION_FAIL INVALID_BANK BANK_ACCOUNT_NAME_ENG
  REGISTER_FAIL NO_USER WRONG_PASSWORD WRONG_CREDENTIAL INACTIVE_USER LOGIN_FAIL PHONE_NUMBER_REQUIRE_10_DIGIT
  BONUS_REMAINING BONUS_ALREADY_ACTIVE BONUS_MAX_CLAIMED BONUS_CONDITION BONUS_CLEAR BONUS_FULL
  INVITE_COLLECT INVITE_INACTIVE NO_INVITE_BONUS NO_INVITEE_PLAY_INFO INVITE_BONUS_SUCCESS INVITE_BONUS_FAIL
  INTERNAL_SERVER_ERROR OK SUCCESS KEY_MISSING KEY_INVALID NO_DATA
  NO_PROMOTION PROMOTION_RECEIVED QR_FAIL
  NO_REFUND REFUND_CONDITION REFUND_SUCCESS REFUND_INACTIVE REFUND_MINIMUM
  NO_BANK NO_WALLET SLOT_ALREADY_ACTIVE SLOT_ACTIVATE_FAIL SLOT_NO_ACCOUNT SLOT_RESET_PASSWORD_FAIL NO_GAME
  TRANSFER_MINIMUM MONEY_NOT_ENOUGH TRANSFER_FAIL
  SLIP_UPLOAD_FAIL SLIP_NO_FILE SLIP_INVALID_FILE TRUELINK_DUPLICATE TRUELINK_INVALID
  NO_CLAIMABLE_COUPON INVALID_PRIZE_CODE INVALID_CODE INVALID_COUPON_TYPE COUPON_EXPIRED
`
  .trim()
  .split(/\s+/);

/**
 * Codes that the specification does not define. It gives the chat's refusals as texts only. It has no code
 * for a briefly unavailable service, a call of a closed site, credit that cannot be counted because a game
 * does not answer, money that staff have stopped, a member's own limits, rules of
 * passwords, or pushes.
 */
const OF_OUR_OWN = [
  'CODE_REQUIRED',
  'CODE_INVALID',
  'CODE_LOCKED',
  'PASSKEY_INVALID',
  'STEP_UP_REQUIRED',
  'CREDIT_UNKNOWN',
  'gone',
  'FILE_NOT_SUPPORTED',
  'FILE_TOO_LARGE',
  'SERVICE_UNAVAILABLE',
  'PAYOUTS_STOPPED',
  'QR_MAXIMUM',
  'DEPOSITS_STOPPED',
  'GAME_CREDIT_STOPPED',
  'LIMIT_DEPOSIT',
  'LIMIT_LOSS',
  'ON_BREAK',
  'EXCLUDED',
  'REALITY_CHECK_DUE',
  'PASSWORD_SHORT',
  'PASSWORD_EASY',
  'PUSH_SERVICE_UNKNOWN',
  'LIMIT_NOT_YET',
];

const SUCCESSES = [
  'BONUS_CLEAR',
  'INVITE_BONUS_SUCCESS',
  'OK',
  'OTP_CODE_VALID',
  'REFUND_SUCCESS',
  'SUCCESS',
];

describe('the error catalogue', () => {
  it('is the specification’s, whole, and nothing besides but what it has no code for', () => {
    expect(Object.keys(ERROR_STATUS).sort()).toEqual([...CATALOGUE, ...OF_OUR_OWN].sort());
  });

  it('gives every failure a status of failure, and every success one of success', () => {
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      if (SUCCESSES.includes(code)) expect([code, status]).toEqual([code, 200]);
      else expect([code, status >= 400 && status < 600]).toEqual([code, true]);
    }
  });

  it('sends only what asks for a log-in to the log-in', () => {
    const unauthorized = Object.entries(ERROR_STATUS).filter(([, status]) => status === 401);
    expect(unauthorized.map(([code]) => code).sort()).toEqual([
      'EXPIRED_AUTH_TOKEN',
      'INVALID_USER_1',
      'INVALID_USER_2',
      'INVALID_USER_3',
      'INVALID_USER_4',
      'UNAUTHORIZED',
      'WRONG_CREDENTIAL',
      'WRONG_PASSWORD',
    ]);
  });

  it('blames itself for one thing only', () => {
    const internal = Object.entries(ERROR_STATUS).filter(([, status]) => status === 500);
    expect(internal.map(([code]) => code)).toEqual(['INTERNAL_SERVER_ERROR']);
  });

  it('knows its codes from other words', () => {
    for (const code of CATALOGUE) expect(isErrorCode(code)).toBe(true);
    for (const word of ['', 'ok', 'toString', '__proto__', 'constructor', 'NOT_FOUND'])
      expect(isErrorCode(word)).toBe(false);
  });

  it('has the reasons for which a slip is refused', () => {
    expect([...SLIP_REASONS].sort()).toEqual([
      'CANNOT_READ_CROPPED_IMAGE',
      'DEST_ACC_INVALID',
      'EXPIRED_SLIP',
      'IMG_SIZE_UNABLE_TO_PROCESS',
      'INVALID_SLIP',
      'NOT_MATCH',
      'SLIP_REFNO_DUPLICATED',
      'TRIPPLE_WRONG_CAPTCHA',
      'UNKNOW_ERROR',
      'UNSTABLE_REFNO_ON_SLIP',
      'UPLOADED_FILE_NOT_EXIST',
    ]);
  });
});
