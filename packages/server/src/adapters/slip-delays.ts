const MINUTE_MS = 60_000;

/** Pause until a bank that is behind is asked again, where the service names none. */
export const BANK_BEHIND_MS = 15 * MINUTE_MS;

/** Reads a pause in minutes, from one minute to an hour. */
export function readMinutes(value: unknown): number {
  const minutes = typeof value === 'number' && Number.isFinite(value) ? value : BANK_BEHIND_MS / MINUTE_MS;
  return Math.min(60, Math.max(1, minutes)) * MINUTE_MS;
}
