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
  readonly VITE_DESCRIPTION_TH?: string;
  readonly VITE_DESCRIPTION_LA?: string;
  readonly VITE_DESCRIPTION_EN?: string;
  readonly VITE_LANGUAGES?: string;
  readonly VITE_FEATURES?: string;
  readonly VITE_BRAND_NAME?: string;
  readonly VITE_BRAND_PRIMARY?: string;
  readonly VITE_BRAND_ACCENT?: string;
  readonly VITE_BRAND_LOGO?: string;
  readonly VITE_OFFLINE_SHELL?: string;
}

/** The operator's colours over those of `tokens.css` (build/brand-css.ts). */
declare module 'virtual:brand.css';

interface Window {
  /** Request that the first script of a page sent ahead of the app (boot/boot.ts). */
  early?: EarlyReply | undefined;
  /** The browser's offer to install the app, until it is accepted. */
  installOffer?: Event | null;
}

interface EarlyReply {
  route: 'GET /api/wallet';
  /** Session token of the request. */
  token: string;
  atMs: number;
  reply: Promise<Response>;
}
