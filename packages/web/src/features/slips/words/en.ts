import type { SlipReason } from '@krapao/contract/errors';
import type { slips as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const slips: Translated<typeof source> = {
  title: 'Deposit slips',
  send: 'Send slip',
  pick: 'Choose the picture of your slip',
  pickHint: 'JPEG, PNG, WebP or HEIC. A photo is fine too. We make large pictures smaller.',
  pickAnother: 'Choose another picture',
  wrongType: 'Please use a JPEG, PNG, WebP or HEIC picture',
  tooLarge: 'The file is too large. Please select file no larger than {size} MB.',
  within: 'Send the slip within 1 hour of the transfer',
  closedDaily: 'Slip upload is closed daily {windows}',
  closedNow: 'Slip upload is closed right now. Please come back after {time}.',
  preview: 'The chosen picture',
  checking: 'Looking at the picture',
  looksGood: 'Slip found',
  notSlip: 'This is not a slip',
  notSlipHint:
    'We found no slip QR code on this picture. Please use one that shows the whole slip, or send it anyway and our system will look again.',
  unclear: 'The QR code of this slip is not clear',
  unclearHint:
    'Please use the original slip from your bank app, or send this one anyway and our system will look again.',
  sentBefore: 'This slip was sent before',
  sentBeforeHint: 'Sent {time}. A transfer is credited only once. You can still send it again.',
  sendAnyway: 'Send it anyway',
  sending: 'Sending the slip {percent}%',
  stepReceived: 'Slip received',
  stepReading: 'Reading the slip',
  stepAsking: 'Asking the bank',
  stepWaiting: 'Waiting for the bank',
  stepDone: 'Done',
  waitingHint: 'The bank is slow to answer. We keep asking; you can close this page.',
  checkingSlip: 'Checking your slip',
  credited: 'The money is in your wallet',
  refused: 'The slip was not accepted',
  refusedHint: 'If you did make this transfer, please contact us with the slip',
  another: 'Send another slip',
  success: 'Success',
  failed: 'Failed',
  processing: 'Processing',
  sent: 'Slips you have sent',
  empty: 'No slips yet',
  emptyHint: 'Slips you send are listed here with their result',
  reference: 'Ref. {reference}',
  open: 'Open the picture of the slip',
  opening: 'Opening the picture of the slip',
  blocked: 'The browser did not open a new tab. Please allow it and try again.',
  cut: 'Sending was cut off',
  cutHint: 'It goes on by itself when the connection is back, and only once.',
  creditedBefore: 'The money of this slip is in your wallet already',
  creditedBeforeHint: 'One transfer is credited once, so your balance has not changed.',
  unsent:
    'No internet. The slip was not sent. The money you transferred is not lost. Send it again when you are back online.',
  cannotOpen:
    'This browser cannot open that picture. Please take a screenshot of the slip and choose it, or save the picture as JPEG first.',
};

/** Reasons for refusing a slip, short enough to stand in brackets. */
export const slipReasons: Readonly<Record<SlipReason, string>> = {
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

/** Advice to the player for each reason. */
export const slipAdvice: Readonly<Record<SlipReason, string>> = {
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
