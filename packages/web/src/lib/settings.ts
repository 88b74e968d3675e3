const env = import.meta.env;

/**
 * Build settings of the player app. They are inlined when the bundle is made, so each is a constant at run time.
 * Amount settings are whole baht or kip; a value that is not a positive number is ignored.
 */
export const settings = {
  /** Origin of the API, without a trailing slash. Empty: the origin that served the app. */
  apiBaseUrl: (env.VITE_API_BASE_URL ?? '').replace(/\/+$/, ''),
  laos: isOn(env.VITE_LAOS),
  /** The app runs inside a frame: games open in a new tab instead of replacing the page. */
  iframe: isOn(env.VITE_IFRAME),
  paytimzMin: positive(env.VITE_PAYTIMZ_MIN, 10),
  fpMin: positive(env.VITE_FP_MIN, 10),
  /** RFC 7638 thumbprint of the only key gift links may be encrypted with; empty takes the server's word for it. */
  truelinkKey: env.VITE_TRUELINK_KEY ?? '',
  /** Origin of the realtime chat, `/` for the one that served the app; empty means no realtime socket. */
  chatUrl: env.VITE_CHAT_URL ?? '',
  /** Whether the app starts without a connection; off also takes it from those who have it. */
  offlineShell: env.VITE_OFFLINE_SHELL !== 'off',
  title: env.VITE_TITLE || 'Krapao',
  brand: {
    name: env.VITE_BRAND_NAME || 'Krapao',
    /** CSS colour replacing the built-in indigo, or empty. */
    primary: env.VITE_BRAND_PRIMARY ?? '',
    /** Address of a logo image replacing the drawn one, or empty. */
    logo: env.VITE_BRAND_LOGO ?? '',
  },
} as const;

function isOn(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}

function positive(value: string | undefined, fallback: number): number {
  const parsed = Number(value);
  return value && Number.isFinite(parsed) && parsed > 0 ? parsed : fallback;
}
