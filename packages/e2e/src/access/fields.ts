import type { ErrorCode } from '@krapao/contract/errors';
import type { RouteKey } from '@krapao/contract/routes';
import type { Things } from './fixtures.ts';

/**
 * Meaning of every field that may name a thing, for every call. Either it names one member's thing, which
 * does not exist for all others, or it names something else, with the reason. A call with such a field that
 * is not listed here fails.
 */
export type Field =
  | {
      kind: 'thing';
      thing: keyof Things;
      /** A value of the same form that names nothing. */
      unknown: string;
    }
  | {
      kind: 'shared';
      why: string;
      /** Answer to another member who sends this member's value; left out where it is no member's. */
      tried?: { thing: keyof Things; end: 'OK' | ErrorCode };
    };

const NOBODY = '01890000-0000-7000-8000-000000000000';

const thing = (name: keyof Things, unknown: string): Field => ({ kind: 'thing', thing: name, unknown });
const shared = (why: string, tried?: { thing: keyof Things; end: 'OK' | ErrorCode }): Field => ({
  kind: 'shared',
  why,
  ...(tried && { tried }),
});

const game = shared('a provider of the content; the account there is the caller’s own');
const gateway = shared('a gateway of the content; the QR is the caller’s own');
const bank = shared('a bank of the content');
const source = shared('a source of the content');
const ignored = shared('kept beside the message; whose it is, the token says');
const byUsername = { username: thing('gameUsername', 'kpnobody0') };
const byPassword = {
  username: thing('gameUsername', 'kpnobody0'),
  password: thing('gamePassword', 'nobodys-pass'),
};

const registrationFields = {
  username: shared('a phone that is taken is told, as registering must', {
    thing: 'phone',
    end: 'EXISTING_USER',
  }),
  sourceCode: source,
  inviteCode: shared('an invite is meant to be passed on'),
  bankCode: bank,
  bankAccountNo: shared('an account that is linked is told, as registering must'),
};

const conversationFields = {
  userId: thing('memberId', 'nobody000000'),
  guestId: thing('guestId', '7f3a9100-0000-4000-8000-000000000000'),
};

/** Fields by call, in the path, the query and the body. */
export const FIELDS: Partial<Record<RouteKey, Readonly<Record<string, Field>>>> = {
  'POST /api/app-fault': { reference: shared('drawn by the app for a line in the log; it names nothing') },
  'POST /api/login': {
    username: thing('phone', '0899999999'),
    code: shared('of the phone’s member, beside the right password'),
  },
  'PUT /api/account/totp': { code: shared('of the app that the caller is setting up') },
  'POST /api/step-up': { code: shared('of the caller’s own app') },
  'POST /api/account/validate': registrationFields,
  'POST /api/account': registrationFields,
  'PUT /api/account/bankAccountName': { bankCode: bank },
  'PUT /api/account/profile': { bankCode: bank, bankAccountNo: thing('bankAccountNo', '9999999999') },
  'DELETE /api/account/sessions/:sessionId': { sessionId: thing('sessionId', '999999999999') },
  'PUT /api/account/passkeys/:passkeyId': { passkeyId: thing('passkeyId', 'nobodys-passkey') },
  'DELETE /api/account/passkeys/:passkeyId': { passkeyId: thing('passkeyId', 'nobodys-passkey') },
  'POST /api/otp/send': { phoneNumber: shared('whoever says a phone is theirs is sent a code there') },
  'POST /api/otp/verify': {
    otpToken: shared('known to whom the code was asked by; without the code it opens nothing', {
      thing: 'otpToken',
      end: 'OTP_CODE_INVALID',
    }),
    otpCode: shared('of the token’s phone'),
  },
  'POST /api/password/reset': { phone: shared('the answer is the same for every phone') },
  'POST /api/password/reset/confirm': {
    phone: shared('whoever has the code of a phone sets its password'),
    code: shared('of the phone, in the browser that asked for it'),
  },
  'GET /api/qrcode/:provider': { provider: gateway },
  'POST /api/qrcode/:provider': { provider: gateway },
  'DELETE /api/qrcode/:qrcodeId': { qrcodeId: thing('qrcodeId', NOBODY) },
  'GET /api/wallet/activate/:slotCode': { slotCode: game },
  'GET /api/wallet/account/:slotCode': { slotCode: game },
  'GET /api/wallet/resetpassword/:slotCode': { slotCode: game },
  'POST /api/wallet/transfer': { from: game, to: game },
  'POST /api/wallet/transferAll': { to: game },
  'GET /api/autoLogin/pg/:username': byUsername,
  'GET /api/autoLogin/betflix/:username': byUsername,
  'GET /api/autoLogin/areaslot/:username': byUsername,
  'GET /api/autoLogin/joker2/:username': byUsername,
  'GET /api/autoLogin/huayhd/:username': byUsername,
  'GET /api/autoLogin/askmebet/:username/:password': byPassword,
  'GET /api/autoLogin/imi/:username/:password': byPassword,
  'GET /api/autoLogin/usun/:username/:password': byPassword,
  'GET /api/autoLogin/circus/:username/:password': byPassword,
  'GET /api/autoLogin/slotracha/:username/:password': byPassword,
  'GET /api/autoLogin/pgslot/:username/:password': byPassword,
  'GET /api/protection/play/:by': { by: shared('day, month or year; the play is the caller’s own') },
  'DELETE /api/wallet/withdraw/:transferId': { transferId: thing('withdrawalId', NOBODY) },
  'GET /api/statement/slip/reference/:reference': { reference: thing('slipReference', 'NOBODYS0000000000') },
  'POST /api/wallet/truelink': {
    link: shared('whoever has a gift link has the gift; one that is used up says so', {
      thing: 'giftLink',
      end: 'TRUELINK_DUPLICATE',
    }),
  },
  'GET /api/statement/item/:transferId': { transferId: thing('depositId', NOBODY) },
  'GET /api/bonus/activate/:code': { code: shared('a bonus of the content') },
  'GET /api/promotion/find/:code': { code: shared('a promotion of the content, for whoever has its code') },
  'GET /api/promotion/activate/:code': { code: shared('a promotion of the content, once a member') },
  'GET /api/spinwheel/draw/:drawId': { drawId: thing('drawId', NOBODY) },
  'POST /api/spinwheel/coupon/claim': {
    coupon: shared('a prize of the wheel that all see; the coupon of it is the caller’s own', {
      thing: 'prizeCode',
      end: 'NO_CLAIMABLE_COUPON',
    }),
  },
  'POST /api/chat/send-message': {
    _id: shared('made by the sender, at random; one that stands for something else is refused', {
      thing: 'messageId',
      end: 'KEY_INVALID',
    }),
    'message.payload.filePath': thing('chatFile', 'nothing-of-anybody.png'),
    'message.payload.url': thing('chatFileUrl', '/chat-files/nothing-of-anybody.png'),
    session_id: ignored,
    username: ignored,
    ...conversationFields,
  },
  'POST /api/chat/history': conversationFields,
  'PUT /api/chat/read-customer/': conversationFields,
  'POST /api/chat/upload-image': { guestId: conversationFields.guestId },
  'POST /api/chat/upload-video': { guestId: conversationFields.guestId },
};

/** Calls open to strangers. A person has to add a newly opened call here. */
export const OPEN_TO_STRANGERS: readonly RouteKey[] = [
  'GET /api/lookup/banks',
  'GET /api/lookup/sources',
  'GET /api/lookup/info',
  'GET /api/lookup/contact',
  'GET /api/lookup/active',
  'GET /api/lookup/registerOTP',
  'GET /api/lookup/enableChatWidget',
  'GET /api/lookup/howto',
  'POST /api/app-fault',
  'POST /api/login',
  'POST /api/login/passkey/challenge',
  'POST /api/login/passkey',
  'POST /api/account/validate',
  'POST /api/account',
  'POST /api/otp/send',
  'POST /api/otp/verify',
  'POST /api/password/reset',
  'POST /api/password/reset/confirm',
];

/** Calls of the chat open to guests too, by an unguessable id. */
export const OPEN_TO_GUESTS: readonly RouteKey[] = [
  'GET /api/chat/config',
  'POST /api/chat/send-message',
  'POST /api/chat/history',
  'POST /api/chat/upload-image',
  'POST /api/chat/upload-video',
  'PUT /api/chat/read-customer/',
];
