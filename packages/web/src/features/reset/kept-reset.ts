import { serverNow } from '../../lib/clock.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    reset: 'device';
  }
}

const KEPT_MS = 30 * 60_000;

/** What a reload of the page keeps: never a code or a password. */
export interface KeptReset {
  phone: string;
  step: 'phone' | 'code';
  /** Earliest time of a new code, by the server's clock; 0 without one. */
  resendAtMs: number;
}

/** Keeps the phone and the step for a reload of this tab, for half an hour. */
export function keepReset({ phone, step, resendAtMs }: KeptReset): void {
  const untilMs = serverNow() + KEPT_MS;
  writeStored('reset', JSON.stringify({ untilMs, phone, step, resendAtMs }), 'session');
}

export function forgetReset(): void {
  writeStored('reset', null, 'session');
}

/** Returns what this tab kept; undefined where there is nothing, or it expired. */
export function readReset(): KeptReset | undefined {
  try {
    const kept = JSON.parse(readStored('reset', 'session') ?? 'null') as
      | (KeptReset & { untilMs: number })
      | null;
    if (!kept || !(kept.untilMs > serverNow()) || typeof kept.phone !== 'string') return undefined;
    const resendAtMs = Number.isFinite(kept.resendAtMs) ? kept.resendAtMs : 0;
    return { phone: kept.phone, step: kept.step === 'code' ? 'code' : 'phone', resendAtMs };
  } catch {
    return undefined;
  }
}
