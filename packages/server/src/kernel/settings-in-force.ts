import type { z } from 'zod';
import { limitSettings } from './limits.ts';
import { settingSections, settingsSchema } from './settings-schema.ts';
import type { Settings } from './settings.ts';

/** A setting as it is in force. A secret has no value, only whether it is set. */
export interface SettingInForce {
  name: string;
  section: string;
  value: string | null;
  isSecret: boolean;
  isSet: boolean;
  source: 'environment' | 'default';
  /** What it does, as its declaration says. */
  about: string;
}

/** A value as the schema gives it. */
type SettingValue = string | number | boolean | readonly string[] | undefined;

/** Beginnings of the settings of counterparties, which content names: docs/settings.md. */
const OF_COUNTERPARTY = /^(?:SMS|BANK|SLIP|EWALLET|GIFT|DESK|PROVIDER|GATEWAY)_/;
/** Secrets by their names: a declaration without its mark shows nothing. */
const NAMED_SECRET = /^(?!LIMITS_)(?:.*_)?(?:SECRET|KEYS?|TOKENS?|PASSWORDS?|HMAC)(?:_|$)/;

/** Returns every declared setting with its value, then the settings of counterparties that are set. */
export function settingsInForce(settings: Settings): SettingInForce[] {
  const { environment, played } = settings;
  const values: Readonly<Record<string, SettingValue>> = {
    ...settingsSchema.parse(environment),
    ...derived(settings),
  };
  const sections = { ...settingSections, 'Rate limits': limitSettings };
  const declared = Object.entries(sections).flatMap(([section, fields]) =>
    Object.entries<z.ZodType>(fields).map(([name, schema]): SettingInForce => {
      const value = shown(values[name]);
      const isSecret = isDeclaredSecret(schema) || NAMED_SECRET.test(name);
      return {
        name,
        section,
        value: isSecret ? null : value,
        isSecret,
        isSet: value !== null,
        source: environment[name] === undefined || played.has(name) ? 'default' : 'environment',
        about: plain(schema.description ?? ''),
      };
    }),
  );
  return [...declared, ...ofCounterparties(settings)];
}

/** Values that follow from other settings while they are not set. */
const derived = (settings: Settings): Record<string, SettingValue> => ({
  DATA_DIR: settings.dataDir,
  CONTENT_DIR: settings.contentDir,
  WEB_DIR: settings.webDir,
  FILES_DIR: settings.filesDir,
  CONSOLE_DIR: settings.consoleDir,
  CONSOLE_PORT: settings.consolePort ?? 'off',
  STAFF_SECOND_FACTOR: settings.staffSecondFactor ? 'required' : 'off',
  SANDBOX_URL: settings.sandboxUrl,
  SANDBOX_PUBLIC_URL: settings.sandboxPublicUrl,
  ...limitValues(settings),
});

/** The numbers of the limits, and the profile that gives those which are not set. */
function limitValues({ limits, environment, sandboxUrl }: Settings): Record<string, SettingValue> {
  const profile = environment['LIMITS'] ?? (sandboxUrl === undefined ? 'strict' : 'wide');
  const numbers = Object.entries(limits).map(([name, { points }]) => [`LIMITS_${name}`, points] as const);
  return { LIMITS: profile, ...Object.fromEntries(numbers) };
}

function ofCounterparties({ environment, played }: Settings): SettingInForce[] {
  const names = Object.keys(environment).filter(
    (name) => OF_COUNTERPARTY.test(name) && !played.has(name) && !Object.hasOwn(settingsSchema.shape, name),
  );
  return names.toSorted().map((name) => {
    // Only an address is known to be no secret.
    const isSecret = !name.endsWith('_URL');
    const value = shown(environment[name]);
    return {
      name,
      section: 'Counterparties',
      value: isSecret ? null : value,
      isSecret,
      isSet: value !== null,
      source: 'environment',
      about: '',
    };
  });
}

const isDeclaredSecret = (schema: z.ZodType): boolean => schema.meta()?.['isSecret'] === true;

/** Returns a value as one would write it; null for none. An address is shown without a name and a password. */
function shown(value: SettingValue): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return value.length === 0 ? null : value.join(', ');
  const text = String(value);
  return text.replace(/(\w+:\/\/)[^/?#\s]*@/g, '$1').replace(/(\w+:\/\/[^?\s]*)\?.*/, '$1');
}

/** Returns a description without its marks of Markdown. */
const plain = (description: string): string =>
  description.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
