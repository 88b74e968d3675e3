import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/limits';
import type { Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { toEpochMs } from '../../lib/dates.ts';
import { minorOf } from '../../lib/money.ts';

export type QrRecord = ResponseBody<'GET /api/qrcode/:provider'>;

/** Payable QR. */
export interface OpenQr {
  qrcodeId: string;
  /** Markup of the image, as sent by the server. */
  markup: string;
  amountMinor: Minor;
  expiresAtMs: number;
}

/** State of a QR view: the payable QR if there is one, and how the last one ended by itself. */
export interface QrState {
  open: OpenQr | null;
  ended: 'expired' | 'closed' | null;
}

export const NO_QR: QrState = { open: null, ended: null };

/** Reply of a server that has no QR for the member. */
export const EMPTY_RECORD: QrRecord = { qrcodeId: '', hasQrcode: false, qrcode: '', amount: 0, expireIn: 0 };

function readOpen(record: QrRecord, nowMs: number): OpenQr | null {
  const expiresAtMs = toEpochMs(record.expireIn) ?? 0;
  if (!record.hasQrcode || expiresAtMs <= nowMs) return null;
  const { qrcodeId, qrcode } = record;
  return { qrcodeId, markup: qrcode, amountMinor: minorOf(record.amount), expiresAtMs };
}

/**
 * Applies the server's current record. An open QR that is gone has expired if its time is over; otherwise it
 * was closed elsewhere: paid, cancelled, or replaced.
 */
export function withRecord(state: QrState, record: QrRecord, nowMs: number): QrState {
  const open = readOpen(record, nowMs);
  if (open) return isSame(open, state.open) ? state : { open, ended: null };
  if (!state.open) return state;
  return { open: null, ended: nowMs >= state.open.expiresAtMs ? 'expired' : 'closed' };
}

/** Marks the QR as expired: the countdown has reached 00:00, and it can no longer be paid. */
export function expire(state: QrState): QrState {
  return state.open ? { open: null, ended: 'expired' } : state;
}

function isSame(one: OpenQr, other: OpenQr | null): boolean {
  return (
    other !== null &&
    one.qrcodeId === other.qrcodeId &&
    one.markup === other.markup &&
    one.expiresAtMs === other.expiresAtMs
  );
}

/** Returns the providers whose QR may have changed after one was created at `provider`: all others. */
export function othersThan(provider: QrProvider): ReadonlySet<QrProvider> {
  return new Set(QR_PROVIDERS.filter((other) => other !== provider));
}
