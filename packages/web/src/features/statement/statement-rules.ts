import { MAIN_WALLET, QR_PROVIDERS } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { formatDateTime } from '../../lib/dates.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/status-chip.tsx';

export type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];
type StatementType = StatementItem['statementType'];

/** An icon of its own for each type of movement. */
export const TYPE_ICON: Readonly<Record<StatementType, IconName>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  transfer: 'transfer',
  bonus: 'gift',
  finish_bonus: 'conditions',
};

export const TYPE_TEXT = {
  deposit: 'statement.deposit',
  withdraw: 'statement.withdraw',
  transfer: 'statement.transfer',
  bonus: 'statement.bonus',
  finish_bonus: 'statement.finish_bonus',
} as const satisfies Readonly<Record<StatementType, string>>;

type Kind = Pick<StatementItem, 'statementType' | 'correction'>;

/** A correction is neither a bonus nor the end of one, whichever of them its type is. */
export const iconOf = ({ statementType, correction }: Kind): IconName =>
  correction ? 'info' : TYPE_ICON[statementType];

export const typeTextOf = ({ statementType, correction }: Kind) =>
  correction ? 'statement.correction' : TYPE_TEXT[statementType];

/** Deposits and bonuses add to what the member has, withdrawals take from it, everything else moves within. */
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

/** How far a movement has come: whatever is neither a success nor a failure is still under way. */
export function progressOf(status: string): Progress {
  if (status === 'SUCCESS') return 'success';
  return status === 'FAILED' ? 'failed' : 'inProgress';
}

/** The colour of how far a movement has come. */
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

export function hasUnsettled(items: readonly { status: string }[]): boolean {
  return items.some((item) => progressOf(item.status) === 'inProgress');
}

type Linked = string | { description?: string | undefined } | null | undefined;

/** What a movement belongs to (a bonus, promotion, invitation, refund or lucky draw): the first that is there. */
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
  /** The automatic digital wallet. */
  ewallet: string;
  gift: string;
  /** Payment by QR code at a provider that is no bank. */
  qr: (provider: string) => string;
}

/** Where money was or went, in words; a code that nobody knows is shown as it is. */
export function placeName(code: string, { mainWallet, games, banks, ewallet, gift, qr }: PlaceNames): string {
  switch (code) {
    case MAIN_WALLET:
      return mainWallet;
    case 'EWALLET':
      return ewallet;
    case 'GIFT':
      return gift;
    default: {
      const known = games.find((game) => game.code === code)?.name ?? banks.get(code);
      return known ?? (QR_PROVIDERS.some((provider) => provider === code) ? qr(code) : code);
    }
  }
}

/** The day of an instant in Bangkok, `DD/MM/YYYY`. */
function dayOf(at: string | number): string {
  return formatDateTime(at).slice(0, 10);
}

/** Items of one day, in the order they came. */
export interface Day<Item> {
  day: string;
  items: Item[];
}

/** Puts items that follow one another and are of the same Bangkok day together. */
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** What to call the Bangkok day an instant lies in: that of `nowMs`, the one before it, or none that has a name. */
export function nearDay(at: string, nowMs: number): 'statement.today' | 'statement.yesterday' | null {
  const day = dayOf(at);
  if (day === dayOf(nowMs)) return 'statement.today';
  return day === dayOf(nowMs - DAY_MS) ? 'statement.yesterday' : null;
}
