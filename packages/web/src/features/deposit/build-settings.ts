const env = import.meta.env;

/** Build settings of deposits. Minimums are whole baht or kip; one that is not a positive number is ignored. */
export const depositSettings = {
  paytimzMin: positive(env.VITE_PAYTIMZ_MIN, 10),
  fpMin: positive(env.VITE_FP_MIN, 10),
  /**
   * RFC 7638 thumbprint of the only key that gift links may be encrypted with; when empty, the server's key
   * is trusted.
   */
  truelinkKey: env.VITE_TRUELINK_KEY ?? '',
} as const;

function positive(value: string | undefined, fallback: number): number {
  const parsed = Number(value);
  return value && Number.isFinite(parsed) && parsed > 0 ? parsed : fallback;
}
