import { NOTICE_PLACES, type ChoiceKind, type NoticeKind } from '@krapao/contract/notice-kinds';
import type { AccountChange, CreditEnd, StaffStep } from '@krapao/contract/notices';
import type { ResponseBody } from '@krapao/contract/routes';
import type { PlainKey } from '../../lib/i18n/i18n.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { MarkTone } from '../../ui/row-mark.tsx';

export type Notice = ResponseBody<'POST /api/notices'>['notices'][number];

export const NOTICE_ICON: Readonly<Record<NoticeKind, IconName>> = {
  money_in: 'tray-down',
  money_out: 'tray-up',
  money_back: 'wallet',
  correction: 'wallet',
  credit: 'both-ways',
  chat: 'speech',
  device: 'phone',
  account: 'lock',
  limit: 'shield',
  protection: 'shield',
};

export const NOTICE_TONE: Readonly<Record<NoticeKind, MarkTone>> = {
  money_in: 'good',
  money_out: 'brand',
  money_back: 'warn',
  correction: 'warn',
  credit: 'brand',
  chat: 'brand',
  device: 'warn',
  account: 'warn',
  limit: 'gold',
  protection: 'gold',
};

/** Texts of the switches. */
export const KIND_TEXT: Readonly<Record<ChoiceKind, PlainKey>> = {
  money_in: 'notices.kindMoneyIn',
  money_out: 'notices.kindMoneyOut',
  money_back: 'notices.kindMoneyBack',
  correction: 'notices.kindCorrection',
  credit: 'notices.kindCredit',
  chat: 'notices.kindChat',
  limit: 'notices.kindLimit',
};

const CREDIT_TEXT: Readonly<Record<CreditEnd, PlainKey>> = {
  home: 'notices.creditHome',
  back: 'notices.creditBack',
  in_game: 'notices.creditInGame',
};

const CHANGE_TEXT: Readonly<Record<AccountChange, PlainKey>> = {
  password: 'notices.password',
  phone: 'notices.phone',
  bank: 'notices.bank',
  name: 'notices.name',
  passkey: 'notices.passkey',
  passkeyRemoved: 'notices.passkeyRemoved',
  totp: 'notices.totp',
  totpRemoved: 'notices.totpRemoved',
  codes: 'notices.codes',
  factorsRemoved: 'notices.factorsRemoved',
};

const STEP_TEXT: Readonly<Record<StaffStep, PlainKey>> = {
  limit: 'notices.staffLimit',
  break: 'notices.staffBreak',
  exclusion: 'notices.staffExclusion',
};

/** Returns the sentence of a notice. */
export function textOf({ kind, amount, held, isTaken, credit, change, step }: Notice): PlainKey {
  switch (kind) {
    case 'money_in':
      if (held === undefined) return 'notices.moneyIn';
      return held === amount ? 'notices.moneyHeld' : 'notices.moneyPart';
    case 'money_out':
      return 'notices.moneyOut';
    case 'money_back':
      return 'notices.moneyBack';
    case 'correction':
      return isTaken ? 'notices.correctionOut' : 'notices.correctionIn';
    case 'credit':
      return CREDIT_TEXT[credit ?? 'home'];
    case 'chat':
      return 'notices.chat';
    case 'device':
      return 'notices.device';
    case 'account':
      return CHANGE_TEXT[change ?? 'password'];
    case 'limit':
      return 'notices.limit';
    case 'protection':
      return STEP_TEXT[step ?? 'limit'];
  }
}

/** Returns the screen that a notice leads to: money that is held, to where it can be withdrawn. */
export const placeOf = ({ kind, held }: Notice): string => NOTICE_PLACES[held === undefined ? kind : 'limit'];

/** Returns whether a stranger may have done what a notice tells. */
export const mayBeStrange = ({ kind }: Notice): boolean => kind === 'device' || kind === 'account';
