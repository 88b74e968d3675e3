import { mutate } from 'swr';
import { ApiError, errorText } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { getConnection, onConnectionChange } from '../../lib/connection.ts';
import { t, type TextKey } from '../../lib/i18n/i18n.ts';
import {
  dropIntent,
  heldIntents,
  isInFlight,
  markUnsure,
  type Intent,
  type IntentName,
} from '../../lib/intent.ts';
import { keptReply } from '../../lib/kept.ts';
import { closeModals, type ModalName } from '../../lib/modal-store.ts';
import { formatMoney } from '../../lib/money.ts';
import { getToken } from '../../lib/session-token.ts';
import { settings } from '../../lib/settings.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { alertError, alertPending, alertSuccess } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { amountOf, settle, type Settled } from './settle.ts';

/** Pauses between retries without an answer. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000] as const;
/** A younger intent may be in progress in another tab. */
const LEFT_BEHIND_MS = 2_000;

let isRunning = false;

/**
 * Recovers the outcome of every unanswered intent, of this page or of one that is gone, for as long as it
 * takes. Tells the player each certain outcome. Never rejects.
 */
export async function resume(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    for (let round = 0; getToken() !== null; round += 1) {
      const open = heldIntents().filter((intent) => !isInFlight(intent));
      if (open.length === 0) return;
      if (getConnection() !== 'offline') for (const intent of open) await look(intent);
      if (heldIntents().length > 0) await pause(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)] ?? 0);
    }
  } finally {
    isRunning = false;
  }
}

async function look(intent: Intent): Promise<void> {
  if (!intent.isUnsure && serverNow() - intent.atMs < LEFT_BEHIND_MS) return;
  markUnsure(intent);
  const settled = await settle(intent);
  // The player pressed again meanwhile, or the session is over: then this page tells nothing.
  if (settled.kind === 'unsure' || isInFlight(intent) || !dropIntent(intent.key)) return;
  dismissDoubts();
  void mutate((key) => Array.isArray(key) && !String(key[0]).includes('/lookup/')).catch((error: unknown) =>
    console.warn('reload after a lost answer', error),
  );
  if (settled.kind === 'done' || settled.kind === 'pending') closeModals(FORMS[intent.name] ?? []);
  tell(intent, settled);
}

/** Waits until the time is over or the connection changes. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    const stop = onConnectionChange(wake);
  });
}

/** Forms that would repeat the action if they stayed open. */
const FORMS: Partial<Record<IntentName, readonly ModalName[]>> = {
  withdraw: ['withdraw'],
  transfer: ['transfer', 'game-account'],
  transferAll: ['transfer', 'game-account'],
  collect: ['transfer'],
  bonus: ['bonus'],
};

const TITLES: Record<IntentName, TextKey> = {
  transfer: 'transfer.title',
  transferAll: 'transfer.title',
  collect: 'transfer.collectTitle',
  withdraw: 'withdraw.title',
  spin: 'spin.title',
  claim: 'spin.title',
  bonus: 'bonus.take',
  promotion: 'bonus.take',
  endBonus: 'bonus.end',
  refund: 'refund.receive',
  invite: 'invite.title',
  gift: 'deposit.gift',
  qr: 'deposit.create',
  slip: 'slips.send',
};

function nameOf(intent: Intent, detail: string | undefined): string {
  const currency = keptReply('GET /api/wallet')?.profile.currency ?? (settings.laos ? 'LAK' : 'BAHT');
  const amountMinor = amountOf(intent);
  const amount = amountMinor === undefined ? '' : formatMoney(amountMinor, currency);
  return [t(TITLES[intent.name] as 'withdraw.title'), amount, detail ?? ''].filter(Boolean).join(' ');
}

/** Returns the text for a spin's result: winning nothing is no success. */
const spunText = (prize: string | undefined): string =>
  prize === undefined
    ? t('network.done', { what: t('spin.title') })
    : `${t('spin.title')}: ${t('spin.outcome', { prize })}`;

function tell(intent: Intent, settled: Exclude<Settled, { kind: 'unsure' }>): void {
  const what = nameOf(intent, settled.kind === 'done' ? settled.detail : undefined);
  switch (settled.kind) {
    case 'done':
      // A QR or a slip is visible on the screen, and has not moved money yet.
      if (intent.name === 'qr' || intent.name === 'slip') toast.success(t('network.done', { what }));
      else if (intent.name === 'spin') void alertSuccess(spunText(settled.detail));
      else void alertSuccess(t('network.done', { what }));
      return;
    case 'pending':
      void alertPending(t('network.pending', { what }));
      return;
    case 'nothing':
      void alertError(t('network.nothing', { what }));
      return;
    case 'lost':
      void alertError(t('network.lost', { what }));
      return;
    case 'refused':
      if (settled.error instanceof ApiError && settled.error.isSeenTo) return;
      void alertError(t('network.refused', { what, reason: errorText(settled.error) }));
      return;
    default:
      settled satisfies never;
  }
}

const DOUBTS = [
  'transfer.unknownMsg',
  'withdraw.unknownMsg',
  'bonus.takeUnknownMsg',
  'bonus.endUnknownMsg',
  'refund.unknownMsg',
  'spin.unknownMsg',
  'spin.claimUnknownMsg',
] as const;

/** Messages about an unknown outcome are no longer true. */
function dismissDoubts(): void {
  const texts: readonly string[] = DOUBTS.map((key) => t(key));
  for (const alert of alerts.get()) if (texts.includes(alert.message)) alert.answer(false);
}
