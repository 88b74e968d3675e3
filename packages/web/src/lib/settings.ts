const env = import.meta.env;

/** The app's name when no setting gives one. */
const OWN_NAME = 'Krapao';

/**
 * Build settings of the player app. They are inlined when the bundle is made, so each is a constant at run
 * time. A setting of a single feature is read in that feature's `build-settings.ts`.
 */
export const settings = {
  /** Origin of the API, without a trailing slash. Empty: the origin that served the app. */
  apiBaseUrl: (env.VITE_API_BASE_URL ?? '').replace(/\/+$/, ''),
  laos: isOn(env.VITE_LAOS),
  /** The app runs inside a frame: games open in a new tab instead of replacing the page. */
  iframe: isOn(env.VITE_IFRAME),
  /** True when the app starts offline; off also removes the offline shell from devices that have it. */
  offlineShell: env.VITE_OFFLINE_SHELL !== 'off',
  title: env.VITE_TITLE || OWN_NAME,
  brand: {
    name: env.VITE_BRAND_NAME || env.VITE_TITLE || OWN_NAME,
    /** `#rrggbb` that replaces the built-in indigo, or empty. */
    primary: env.VITE_BRAND_PRIMARY ?? '',
    /** `#rrggbb` that replaces the built-in gold, or empty. */
    accent: env.VITE_BRAND_ACCENT ?? '',
    /**
     * Address of the operator's logo, which replaces the drawn one, or empty. The build puts the file there.
     */
    logo: env.VITE_BRAND_LOGO ? '/icon.svg' : '',
  },
  /** Keys of the offered languages; the app starts in the first. */
  languages: listed(env.VITE_LANGUAGES) ?? (isOn(env.VITE_LAOS) ? ['la', 'th', 'en'] : ['th', 'la', 'en']),
} as const;

/** Features that the operator may leave out. Each adds its name. */
export interface Offers {}

const offered = listed(env.VITE_FEATURES);

/** True when the operator offers a feature beside the games; no call lists them in advance. */
export const isOffered = (feature: keyof Offers): boolean => !offered || offered.includes(feature);

/** Splits a list such as `th,en` into names; undefined when nothing is set. The build has checked them. */
function listed(value: string | undefined): string[] | undefined {
  return value ? value.split(',').map((name) => name.trim()) : undefined;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}
