import type { Catalogue } from '../catalogue.ts';

export const spinErrors: Catalogue['spinErrors'] = {
  NO_DATA: 'The wheel is closed for now',
  MONEY_NOT_ENOUGH: 'Not enough coins. Deposits or play earn more.',
  INVALID_COUPON_TYPE: 'Our team hands this prize over. Please contact us.',
  BONUS_REMAINING:
    'You cannot claim this prize while a bonus is active. Meet its conditions or cancel it first.',
};

export const slipReasons: Catalogue['slipReasons'] = {
  UPLOADED_FILE_NOT_EXIST: 'Incorrect slip',
  IMG_SIZE_UNABLE_TO_PROCESS: 'Incorrect slip',
  CANNOT_READ_CROPPED_IMAGE: 'Incorrect slip',
  DEST_ACC_INVALID: 'Wrong destination account',
  SLIP_REFNO_DUPLICATED: 'Duplicate slip',
  UNSTABLE_REFNO_ON_SLIP: 'The reference number on the slip cannot be read',
  TRIPPLE_WRONG_CAPTCHA: 'The check code was wrong three times in a row',
  INVALID_SLIP: 'The slip is unreadable or not valid',
  NOT_MATCH: 'The account number does not match the registered one',
  EXPIRED_SLIP: 'The slip has expired',
  UNKNOW_ERROR: 'Unknown error, please contact the admin',
};

export const slipAdvice: Catalogue['slipAdvice'] = {
  UPLOADED_FILE_NOT_EXIST: 'The picture did not reach us whole. Please send it again.',
  IMG_SIZE_UNABLE_TO_PROCESS:
    'The picture is too small or too large to be read. Please send the original one from your bank app.',
  CANNOT_READ_CROPPED_IMAGE: 'The picture seems to be cut. Please send one that shows the whole slip.',
  DEST_ACC_INVALID:
    'This transfer did not go to an account of ours. Please ask your bank about it, and check the account number before the next one.',
  SLIP_REFNO_DUPLICATED:
    'This transfer has been sent in before, and a transfer is credited only once. You will find it in your statement.',
  UNSTABLE_REFNO_ON_SLIP: 'Please send a clearer picture, or the original slip from your bank app.',
  TRIPPLE_WRONG_CAPTCHA: 'The bank did not let us look it up. Please send the slip again a little later.',
  INVALID_SLIP:
    'Please send the original slip from your bank app. If you did make this transfer, please contact us with the slip.',
  NOT_MATCH:
    'The money came from an account that is not the one you registered. Please contact us with the slip.',
  EXPIRED_SLIP: 'This transfer is too long ago to be credited by itself. Please contact us with the slip.',
  UNKNOW_ERROR: 'If you did make this transfer, your money is not lost. Please contact us with the slip.',
};
