import { HELD_BALANCE, MAIN_WALLET, QR_PROVIDERS } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { formatDateTime, DAY_MS } from '../../lib/dates.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { MarkTone } from '../../ui/row-mark.tsx';
import type { Tone } from '../../ui/status-chip.tsx';

export type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];
type StatementType = StatementItem['statementType'];

/** Icon of each type of movement. */
export const TYPE_ICON: Readonly<Record<StatementType, IconName>> = {
  deposit: 'tray-down',
  withdraw: 'tray-up',
  transfer: 'both-ways',
  bonus: 'gift',
  finish_bonus: 'shield',
};

export const TYPE_TONE: Readonly<Record<StatementType, MarkTone>> = {
  deposit: 'good',
  withdraw: 'brand',
  transfer: 'brand',
  bonus: 'gold',
  finish_bonus: 'gold',
};

export const TYPE_TEXT = {
  deposit: 'statement.deposit',
  withdraw: 'statement.withdraw',
  transfer: 'statement.transfer',
  bonus: 'statement.bonus',
  finish_bonus: 'statement.finish_bonus',
} as const satisfies Readonly<Record<StatementType, string>>;

type Kind = Pick<StatementItem, 'statementType' | 'correction'>;

/** A correction is neither a bonus nor the end of one, although its type is one of them. */
export const iconOf = ({ statementType, correction }: Kind): IconName =>
  correction ? 'info' : TYPE_ICON[statementType];

export const typeTextOf = ({ statementType, correction }: Kind) =>
  correction ? 'statement.correction' : TYPE_TEXT[statementType];

/**
 * Returns the sign of a movement: deposits and bonuses add to the member's money, withdrawals reduce it, and
 * so does a correction of any other type. All other movements leave the total unchanged.
 */
export function signOf({ statementType, correction }: Kind): '+' | '-' | undefined {
  switch (statementType) {
    case 'deposit':
    case 'bonus':
      return '+';
    case 'withdraw':
      return '-';
    default:
      return correction ? '-' : undefined;
  }
}

export type Progress = 'success' | 'failed' | 'inProgress';

/** Returns the progress of a movement: any status but success and failure is still in progress. */
export function progressOf(status: string): Progress {
  if (status === 'SUCCESS') return 'success';
  return status === 'FAILED' ? 'failed' : 'inProgress';
}

/** Colour of each progress of a movement. */
export const PROGRESS_TONE: Readonly<Record<Progress, Tone>> = {
  success: 'success',
  failed: 'error',
  inProgress: 'pending',
};

export const PROGRESS_TEXT = {
  success: 'statement.success',
  failed: 'statement.failed',
  inProgress: 'statement.inProgress',
} as const satisfies Readonly<Record<Progress, string>>;

export function hasPending(items: readonly { status: string }[]): boolean {
  return items.some((item) => progressOf(item.status) === 'inProgress');
}

type Linked = string | { description?: string | undefined } | null | undefined;

/**
 * Returns the text of a movement's origin (a bonus, promotion, invitation, refund or lucky draw): the first
 * one set.
 */
export function linkedText(item: StatementItem): string | undefined {
  const links: readonly Linked[] = [item.bonus, item.promotion, item.invite, item.refund, item.luckydraw];
  const texts = links.map((link) => (typeof link === 'string' ? link : link?.description));
  return texts.find(Boolean);
}

export interface PlaceNames {
  mainWallet: string;
  /** Games by code. */
  games: readonly { code: string; name: string }[];
  /** Banks by code, in the language in use. */
  banks: ReadonlyMap<string, string>;
  /** Name of the automatic digital wallet. */
  ewallet: string;
  gift: string;
  heldBalance: string;
  /** Name of a payment by QR code at a provider that is not a bank. */
  qr: (provider: string) => string;
}

/** Returns the name of a movement's source or target; an unknown code is returned as it is. */
export function placeName(code: string, names: PlaceNames): string {
  const { mainWallet, games, banks, ewallet, gift, heldBalance, qr } = names;
  switch (code) {
    case MAIN_WALLET:
      return mainWallet;
    case 'EWALLET':
      return ewallet;
    case 'GIFT':
      return gift;
    case HELD_BALANCE:
      return heldBalance;
    default: {
      const known = games.find((game) => game.code === code)?.name ?? banks.get(code);
      return known ?? (QR_PROVIDERS.some((provider) => provider === code) ? qr(code) : code);
    }
  }
}

/** Returns the day of an instant in Bangkok, `DD/MM/YYYY`. */
function dayOf(at: string | number): string {
  return formatDateTime(at).slice(0, 10);
}

/** Items of one day, in their order. */
export interface Day<Item> {
  day: string;
  items: Item[];
}

/** Groups consecutive items of the same Bangkok day. */
export function groupByDay<Item extends { createdAt: string }>(items: readonly Item[]): Day<Item>[] {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const day = dayOf(item.createdAt);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** Returns the name of an instant's Bangkok day: today by `nowMs`, yesterday, or null. */
export function nearDay(at: string, nowMs: number): 'statement.today' | 'statement.yesterday' | null {
  const day = dayOf(at);
  if (day === dayOf(nowMs)) return 'statement.today';
  return day === dayOf(nowMs - DAY_MS) ? 'statement.yesterday' : null;
}
