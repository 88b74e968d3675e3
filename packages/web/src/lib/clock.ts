/** Milliseconds by which the server's clock is ahead of this device's. */
let skewMs = 0;

/** The header has whole seconds only, so differences below this are noise. */
const NOISE_MS = 1_500;

/**
 * Learns the server's time from a reply's `Date` header. `sentAtMs` and `receivedAtMs` are this device's
 * clock around the request.
 */
export function noteServerDate(header: string | null, sentAtMs: number, receivedAtMs: number): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serverMs)) return;
  const difference = serverMs + 500 - (sentAtMs + receivedAtMs) / 2;
  skewMs = Math.abs(difference) < NOISE_MS ? 0 : difference;
}

/** Returns the server's time in epoch milliseconds: a phone with a wrong clock must not hide a payable QR. */
export function serverNow(): number {
  return Date.now() + skewMs;
}
