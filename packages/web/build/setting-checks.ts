/** Meaning of each build setting, as docs/settings.md prints it; `vite-env.d.ts` lists the names for the app's code. */
export const BUILD_SETTINGS = {
  VITE_TITLE: 'Title of the page and of the installed app, at most 60 characters. Unset: Krapao.',
  VITE_BRAND_NAME: 'Name beside the logo and under the icon, at most 30 characters. Unset: the title.',
  VITE_DESCRIPTION:
    'Description for search engines and app lists in all languages, at most 200 characters. Unset: a line of the app’s own.',
  VITE_DESCRIPTION_TH: 'The same in Thai.',
  VITE_DESCRIPTION_LA: 'The same in Lao.',
  VITE_DESCRIPTION_EN: 'The same in English.',
  VITE_BRAND_PRIMARY: 'Colour of buttons, links and the wallet card, `#rrggbb`. Unset: indigo.',
  VITE_BRAND_ACCENT:
    'Colour of figures on the wallet card, of the call to deposit and of marks, `#rrggbb`. Unset: gold.',
  VITE_BRAND_LOGO: 'Path of an SVG logo from the root of the repository. Unset: the built-in logo.',
  VITE_LANGUAGES:
    'Some of `th,la,en`. The app starts in the first; a single one hides the picker. Unset: all, Thai first, or Lao first in Laos mode.',
  VITE_FEATURES:
    'Some of `bonus,promotion,refund,invite`, or `none`: what the app offers beside the games. Unset: all.',
  VITE_LAOS: '1: Laos mode, with the phone rule off and a choice of currency.',
  VITE_API_BASE_URL: 'Address of the API. Empty: the origin that serves the app.',
  VITE_CHAT_URL:
    'Origin of the realtime chat. `/`, the default, is the origin that serves the app. Empty: no socket; the app polls every 5 s.',
  VITE_IFRAME: '1: the app runs in a frame, so games open in a new tab.',
  VITE_PAYTIMZ_MIN: 'Smallest QR deposit through PayTimz. Unset: 10.',
  VITE_FP_MIN: 'Smallest QR deposit through FP. Unset: 10.',
  VITE_TRUELINK_KEY:
    'RFC 7638 thumbprint of the only key that may encrypt gift links. Unset: the server’s key is trusted.',
  VITE_OFFLINE_SHELL: '`off`: no service worker. Installed ones remove themselves.',
};

/** Settings of the tool chain: the API of `npm run dev`, and Vite's own. */
const KNOWN = new Set([...Object.keys(BUILD_SETTINGS), 'VITE_DEV_API', 'VITE_USER_NODE_ENV']);

type Env = Readonly<Record<string, string>>;

/** Wrong build setting, reported in one line without a stack, which would not help. */
export class SettingError extends Error {
  constructor(setting: string, what: string) {
    super(`${setting} ${what}`);
    this.stack = this.message;
  }
}

/** Rejects unknown settings: a misspelt one would silently leave the built-in value. */
export function checkNames(env: Env): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('VITE_') && !KNOWN.has(name));
  if (unknown) throw new SettingError(unknown, 'is no build setting; docs/settings.md lists them');
}

/** Reads a colour; empty where none is set. */
export function colourOf(env: Env, name: string, example: string): string {
  const colour = env[name] ?? '';
  if (colour !== '' && !/^#[0-9a-f]{6}$/i.test(colour)) {
    throw new SettingError(name, `must be a colour such as ${example}, not "${colour}"`);
  }
  return colour.toLowerCase();
}

/** Reads one line of text of at most `most` characters; empty where none is set. */
export function lineOf(env: Env, name: string, most: number): string {
  const text = (env[name] ?? '').trim();
  const length = [...new Intl.Segmenter().segment(text)].length;
  if (length > most) throw new SettingError(name, `must be ${most} characters or fewer, not ${length}`);
  if (/\p{Cc}/u.test(text)) throw new SettingError(name, 'must be one line of text');
  return text;
}

/** Reads a list such as `th,en` of some names, each once; empty where none is set or the list is `none`. */
export function choiceOf<const Name extends string>(env: Env, name: string, all: readonly Name[]): Name[] {
  const text = env[name] ?? '';
  if (text === '' || text === 'none') return [];
  const chosen = text.split(',').map((one) => one.trim());
  const known = chosen.flatMap((one) => all.filter((other) => other === one));
  if (known.length !== chosen.length || new Set(chosen).size !== chosen.length) {
    throw new SettingError(
      name,
      `must list some of ${all.join(', ')}, each once and with commas between, not "${text}"`,
    );
  }
  return known;
}
