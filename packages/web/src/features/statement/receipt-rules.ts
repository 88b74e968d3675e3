import { MAIN_WALLET } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { toEpochMs } from '../../lib/dates.ts';
import type { TextKey } from '../../lib/i18n/i18n.ts';
import { progressOf } from './statement-rules.ts';

export type Receipt = ResponseBody<'GET /api/statement/item/:transferId'>;
type WireStep = Receipt['steps'][number]['step'];

/** Texts of a group without placeholders. */
type StatementKey = Extract<TextKey, `statement.${string}`>;
type Plain = Exclude<
  StatementKey,
  | 'statement.qr'
  | 'statement.stillInGame'
  | 'statement.found'
  | 'statement.count'
  | 'statement.asked'
  | 'statement.accountEnds'
  | Story
>;
/** Text that tells the movement in a sentence, with its amount and places. */
type Story = Extract<StatementKey, `statement.story${string}`>;

/** Line of a movement's timeline. */
export interface TimelineStep {
  text: Plain;
  /** Time of the step; for a delay, its end. Null for a step still ahead. */
  at: string | null;
  state: 'done' | 'current' | 'ahead' | 'failed';
  isUntil?: boolean;
}

/**
 * Returns a movement's timeline: the past steps, the current one, and the steps still needed for a success.
 */
export function timelineOf(receipt: Receipt, nowMs: number): TimelineStep[] {
  switch (receipt.statementType) {
    case 'withdraw':
      return withdrawTimeline(receipt, nowMs);
    case 'transfer':
      return [
        ...known(receipt, 'held'),
        { text: 'statement.stepGameAsked', at: atOf(receipt, 'created'), state: 'done' },
        endOf(receipt, { done: 'statement.stepMoved', current: 'statement.stepGameWaits' }),
      ];
    case 'deposit':
      return [
        ...known(receipt, 'ordered', 'slip', 'gift', 'unmatched'),
        endOf(receipt, {
          done: receipt.held === undefined ? 'statement.stepDeposited' : 'statement.stepReceived',
          current: 'statement.stepWaits',
        }),
      ];
    default:
      return [endOf(receipt, { done: 'statement.stepDone', current: 'statement.stepWaits' })];
  }
}

const STEP_TEXT = {
  ordered: 'statement.stepOrdered',
  slip: 'statement.stepSlip',
  gift: 'statement.stepGift',
  unmatched: 'statement.stepUnmatched',
  held: 'statement.stepHeld',
} as const satisfies Partial<Record<WireStep, Plain>>;

/** Returns those of the wanted steps that were taken, in their order. */
function known(receipt: Receipt, ...wanted: (keyof typeof STEP_TEXT)[]): TimelineStep[] {
  return receipt.steps.flatMap(({ step, at }): TimelineStep[] => {
    const name = wanted.find((one) => one === step);
    return name ? [{ text: STEP_TEXT[name], at, state: 'done' }] : [];
  });
}

function withdrawTimeline(receipt: Receipt, nowMs: number): TimelineStep[] {
  const steps: TimelineStep[] = [
    { text: 'statement.stepAsked', at: atOf(receipt, 'created'), state: 'done' },
    ...known(receipt, 'held'),
  ];
  const isPending = progressOf(receipt.status) === 'inProgress';
  const delayedUntil = atOf(receipt, 'delayed');
  const isDelayed = delayedUntil !== null && (toEpochMs(delayedUntil) ?? 0) > nowMs;
  if (delayedUntil !== null) {
    const state = isDelayed ? 'current' : 'done';
    steps.push({ text: 'statement.stepDelayed', at: delayedUntil, state, isUntil: true });
  }
  const isReviewed = isInReview(receipt);
  if (isReviewed) steps.push({ text: 'statement.stepReview', at: null, state: 'current' });
  const sentAt = atOf(receipt, 'sent');
  if (sentAt !== null) {
    steps.push({ text: 'statement.stepSent', at: sentAt, state: 'done' });
  } else if (isDelayed || isReviewed) {
    steps.push({ text: 'statement.stepSent', at: null, state: 'ahead' });
  } else if (isPending) {
    steps.push({ text: 'statement.stepSending', at: null, state: 'current' });
  }
  if (isPending && sentAt === null) steps.push({ text: 'statement.stepPaid', at: null, state: 'ahead' });
  else steps.push(endOf(receipt, { done: 'statement.stepPaid', current: 'statement.stepBankWaits' }));
  return steps;
}

/** Returns whether a withdrawal waits for the operator's staff. */
export const isInReview = (receipt: Pick<Receipt, 'status' | 'steps'>): boolean =>
  progressOf(receipt.status) === 'inProgress' && receipt.steps.some(({ step }) => step === 'review');

/** Returns the last line: the result, or the step it waits for. */
function endOf(receipt: Receipt, texts: { done: Plain; current: Plain }): TimelineStep {
  switch (progressOf(receipt.status)) {
    case 'success':
      return { text: texts.done, at: atOf(receipt, 'posted') ?? receipt.createdAt, state: 'done' };
    case 'failed':
      return { text: whyOf(receipt), at: atOf(receipt, 'voided'), state: 'failed' };
    case 'inProgress':
      return { text: texts.current, at: null, state: 'current' };
  }
}

/** Returns the text key of the sentence that tells a movement. */
export function storyOf({
  statementType,
  status,
  correction,
  held,
}: Pick<Receipt, 'statementType' | 'status' | 'correction' | 'held'>): Story {
  const progress = progressOf(status);
  if (progress === 'failed') return 'statement.storyFailed';
  if (correction) return 'statement.storyCorrection';
  switch (statementType) {
    case 'deposit':
      return held === undefined ? 'statement.storyDeposit' : 'statement.storyDepositHeld';
    case 'withdraw':
      return progress === 'success' ? 'statement.storyWithdraw' : 'statement.storyWithdrawing';
    case 'transfer':
      return progress === 'success' ? 'statement.storyMoved' : 'statement.storyMoving';
    case 'bonus':
      return 'statement.storyBonus';
    case 'finish_bonus':
      return 'statement.storyFinishBonus';
  }
}

/** Returns the next step of a movement in progress, and what the player can do; null for an ended one. */
export function nextOf(receipt: Receipt, nowMs: number): Plain | null {
  if (progressOf(receipt.status) !== 'inProgress') return null;
  if (receipt.statementType === 'transfer') return 'statement.nextGame';
  if (receipt.statementType !== 'withdraw') return 'statement.nextWaits';
  if (atOf(receipt, 'sent') !== null) return 'statement.nextBank';
  if (isInReview(receipt)) return 'statement.nextReview';
  const delayedUntil = atOf(receipt, 'delayed');
  const isDelayed = delayedUntil !== null && (toEpochMs(delayedUntil) ?? 0) > nowMs;
  return isDelayed ? 'statement.nextDelayed' : 'statement.nextSending';
}

function atOf({ steps }: Receipt, wanted: WireStep): string | null {
  return steps.find(({ step }) => step === wanted)?.at ?? null;
}

/** Texts for known reasons of the other side. Its other reasons are for engineers. */
const REASON: Readonly<Partial<Record<string, Plain>>> = {
  cancelled: 'statement.whyCancelled',
  refused_by_bank: 'statement.whyBank',
  refused_contact_us: 'statement.whyStaff',
  refused_account_name: 'statement.whyAccountName',
  refused_play_conditions: 'statement.whyPlayConditions',
  refused_own_account_only: 'statement.whyOwnAccount',
  maintenance: 'statement.whyMaintenance',
  insufficient_funds: 'statement.whyInsufficient',
  no_player: 'statement.whyNoPlayer',
};

/** Returns the reason why a movement failed. */
export function whyOf({ reason = '', statementType }: Receipt): Plain {
  const known = REASON[reason];
  if (known) return known;
  if (statementType === 'withdraw') return 'statement.whyBank';
  return statementType === 'transfer' ? 'statement.whyGame' : 'statement.whyOther';
}

/**
 * Returns the code of the game that kept its credit in a failed movement; null when the main wallet has it.
 */
export function keptBy({ from }: Pick<Receipt, 'from'>): string | null {
  return from === MAIN_WALLET || from === '' ? null : from;
}

type Note = NonNullable<Receipt['note']>;

/** Texts of exceptional circumstances, in full and in short. */
export const NOTE_TEXT: Readonly<Record<Note, { full: Plain; short: Plain }>> = {
  LATE_PAYMENT: { full: 'statement.latePayment', short: 'statement.latePaymentShort' },
  OTHER_AMOUNT: { full: 'statement.otherAmount', short: 'statement.otherAmountShort' },
  DELAYED_PAYOUT: { full: 'statement.delayedPayout', short: 'statement.delayedPayoutShort' },
  IN_REVIEW: { full: 'statement.reviewedPayout', short: 'statement.reviewedPayoutShort' },
  ACCESS_REVIEW: { full: 'statement.accessPayout', short: 'statement.reviewedPayoutShort' },
};
