/** All build settings; `vite-env.d.ts` lists the same for the app's own code. */
const KNOWN = new Set([
  'VITE_API_BASE_URL',
  'VITE_LAOS',
  'VITE_IFRAME',
  'VITE_PAYTIMZ_MIN',
  'VITE_FP_MIN',
  'VITE_TRUELINK_KEY',
  'VITE_CHAT_URL',
  'VITE_TITLE',
  'VITE_DESCRIPTION',
  'VITE_DESCRIPTION_TH',
  'VITE_DESCRIPTION_LA',
  'VITE_DESCRIPTION_EN',
  'VITE_LANGUAGES',
  'VITE_FEATURES',
  'VITE_BRAND_NAME',
  'VITE_BRAND_PRIMARY',
  'VITE_BRAND_ACCENT',
  'VITE_BRAND_LOGO',
  'VITE_OFFLINE_SHELL',
  'VITE_DEV_API',
  // Vite's own.
  'VITE_USER_NODE_ENV',
]);

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
  if (unknown) throw new SettingError(unknown, 'is no build setting; README.md lists those there are');
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
