/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_API_BASE_URL?: string;
  readonly VITE_LAOS?: string;
  readonly VITE_IFRAME?: string;
  readonly VITE_PAYTIMZ_MIN?: string;
  readonly VITE_FP_MIN?: string;
  readonly VITE_TRUELINK_KEY?: string;
  readonly VITE_CHAT_URL?: string;
  readonly VITE_TITLE?: string;
  readonly VITE_DESCRIPTION?: string;
  readonly VITE_LANGUAGES?: string;
  readonly VITE_FEATURES?: string;
  readonly VITE_BRAND_NAME?: string;
  readonly VITE_BRAND_PRIMARY?: string;
  readonly VITE_BRAND_ACCENT?: string;
  readonly VITE_BRAND_LOGO?: string;
  readonly VITE_OFFLINE_SHELL?: string;
}

interface Window {
  /** The browser's offer to put the app on the home screen, until it is taken up. */
  installOffer?: Event | null;
}
