import { readLogo } from './logo.ts';
import { checkNames, choiceOf, colourOf, lineOf, SettingError } from './setting-checks.ts';

/** Operator's brand from the build settings, with the app's own values as defaults. */
export interface Brand {
  title: string;
  name: string;
  /** Descriptions for search engines and app lists, by BCP 47 tag. */
  descriptions: Readonly<Record<LanguageTag, string>>;
  /** `#rrggbb`. */
  primary: string;
  /** `#rrggbb`, or empty for the built-in gold. */
  accent: string;
  /** Operator's logo as SVG; null where the built-in one is used. */
  logo: string | null;
  /** BCP 47 tag of the language the app starts in. */
  lang: LanguageTag;
}

/** BCP 47 tag of a language of the app. */
export type LanguageTag = 'th' | 'lo' | 'en';

/** Built-in indigo and gold, as in the logo. */
export const OWN_PRIMARY = '#35358f';
export const OWN_ACCENT = '#e4b04a';

const OWN_NAME = 'Krapao';
const DESCRIPTIONS = {
  th: 'กระเป๋าเดียวสำหรับทุกเกมของคุณ ฝาก ถอน และโยกเครดิตได้ในที่เดียว',
  lo: 'ກະເປົາດຽວສຳລັບທຸກເກມຂອງທ່ານ ຝາກ ຖອນ ແລະ ໂອນເຄຣດິດໄດ້ໃນບ່ອນດຽວ',
  en: 'One wallet for all your games. Deposit, withdraw and move credit in one place.',
} as const;

const LANGUAGES = ['th', 'la', 'en'] as const;
const TAG = { th: 'th', la: 'lo', en: 'en' } as const;
const FEATURES = ['bonus', 'promotion', 'refund', 'invite'] as const;

/** Longest name that a phone shows under an icon; a browser tab shows titles up to `MAX_TITLE`. */
const MAX_NAME = 30;
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 200;

/**
 * Reads the brand from the build settings, and checks the other settings that a player would notice.
 * @throws SettingError of one line, naming the wrong setting
 */
export function brandOf(env: Readonly<Record<string, string>>): Brand {
  checkNames(env);
  const laos = isOn(env, 'VITE_LAOS');
  isOn(env, 'VITE_IFRAME');
  choiceOf(env, 'VITE_FEATURES', FEATURES);
  const [first] = choiceOf(env, 'VITE_LANGUAGES', LANGUAGES);
  if (env['VITE_LANGUAGES'] && !first) {
    throw new SettingError('VITE_LANGUAGES', `must name one of ${LANGUAGES.join(', ')} at least`);
  }
  const title = lineOf(env, 'VITE_TITLE', MAX_TITLE) || OWN_NAME;
  return {
    title,
    name: lineOf(env, 'VITE_BRAND_NAME', MAX_NAME) || title,
    descriptions: descriptionsOf(env),
    primary: colourOf(env, 'VITE_BRAND_PRIMARY', OWN_PRIMARY) || OWN_PRIMARY,
    accent: colourOf(env, 'VITE_BRAND_ACCENT', OWN_ACCENT),
    logo: readLogo('VITE_BRAND_LOGO', env['VITE_BRAND_LOGO'] ?? ''),
    lang: TAG[first ?? (laos ? 'la' : 'th')],
  };
}

/**
 * Returns the description of each language: its own setting, else the one for all languages, else the app's
 * own.
 */
function descriptionsOf(env: Readonly<Record<string, string>>): Brand['descriptions'] {
  const common = lineOf(env, 'VITE_DESCRIPTION', MAX_DESCRIPTION);
  const of = (locale: 'TH' | 'LA' | 'EN', own: string) =>
    lineOf(env, `VITE_DESCRIPTION_${locale}`, MAX_DESCRIPTION) || common || own;
  return { th: of('TH', DESCRIPTIONS.th), lo: of('LA', DESCRIPTIONS.lo), en: of('EN', DESCRIPTIONS.en) };
}

function isOn(env: Readonly<Record<string, string>>, name: string): boolean {
  const text = (env[name] ?? '').toLowerCase();
  if (!['', '0', '1', 'true', 'false'].includes(text)) {
    throw new SettingError(name, `must be 1 or 0, not "${env[name]}"`);
  }
  return text === '1' || text === 'true';
}
