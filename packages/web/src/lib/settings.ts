const env = import.meta.env;

/** What the app is called where no setting names it. */
const OWN_NAME = 'Krapao';

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
  title: env.VITE_TITLE || OWN_NAME,
  brand: {
    name: env.VITE_BRAND_NAME || env.VITE_TITLE || OWN_NAME,
    /** `#rrggbb` replacing the built-in indigo, or empty. */
    primary: env.VITE_BRAND_PRIMARY ?? '',
    /** `#rrggbb` replacing the built-in gold, or empty. */
    accent: env.VITE_BRAND_ACCENT ?? '',
    /** Address of the operator's mark replacing the drawn one, or empty. The build puts the file there. */
    logo: env.VITE_BRAND_LOGO ? '/icon.svg' : '',
  },
  /** Keys of the languages that are offered, the first being the one the app starts in. */
  languages: listed(env.VITE_LANGUAGES) ?? (isOn(env.VITE_LAOS) ? ['la', 'th', 'en'] : ['th', 'la', 'en']),
  /** What the operator gives beside the games; no call tells before it is asked for. */
  offers: offersOf(listed(env.VITE_FEATURES)),
} as const;

/** The names of a list such as `th,en`; undefined where nothing is set. The build has checked them. */
function listed(value: string | undefined): string[] | undefined {
  return value ? value.split(',').map((name) => name.trim()) : undefined;
}

function offersOf(features: readonly string[] | undefined) {
  const has = (name: string) => !features || features.includes(name);
  return {
    bonus: has('bonus'),
    promotion: has('promotion'),
    refund: has('refund'),
    invite: has('invite'),
  };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}

function positive(value: string | undefined, fallback: number): number {
  const parsed = Number(value);
  return value && Number.isFinite(parsed) && parsed > 0 ? parsed : fallback;
}
