/** Members choose whether these are pushed. */
export const CHOICE_KINDS = [
  'money_in',
  'money_out',
  'money_back',
  'correction',
  'credit',
  'chat',
  'limit',
] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** These protect the account: they are always pushed. */
export const FIXED_KINDS = ['device', 'account', 'protection'] as const;

/** Members are told of these. */
export const NOTICE_KINDS = [...CHOICE_KINDS, ...FIXED_KINDS] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The screen that each kind leads to. */
export const NOTICE_PLACES: Readonly<Record<NoticeKind, string>> = {
  money_in: '/user/statement',
  money_out: '/user/statement',
  money_back: '/user/statement',
  correction: '/user/statement',
  credit: '/user/statement',
  chat: '/user/contact',
  limit: '/user/protection',
  device: '/user/profile',
  account: '/user/profile',
  protection: '/user/protection',
};

/** A push as the browser gets it, decrypted. Its texts show on a locked screen: they tell nothing but that there is something. */
export interface PushPayload {
  title: string;
  body: string;
  /** Screen that a press opens. */
  path: string;
  /** A later push of the same tag takes the place of an earlier one. */
  tag: string;
}
