import { join } from 'node:path';
import { format } from 'oxfmt';
import { runnerImport } from 'vite';
import { root } from './process.mjs';

/** The generated page. */
export const SETTINGS_PAGE = join(root, 'docs/settings.md');

/**
 * A zod schema, as far as this page reads it.
 * @typedef {{ description?: string, def: { type: string, innerType: Schema, in: Schema, out: Schema,
 *   defaultValue: unknown, entries: Record<string, string> }, minValue?: number | null, maxValue?: number | null }} Schema
 * @typedef {Record<string, Schema>} Fields
 */

/** @param {string} path of a TypeScript module, from the root of the repository */
const load = async (path) => (await runnerImport(join(root, path), { logLevel: 'silent' })).module;

/**
 * Returns the values that a setting takes, and its default, as the page shows them.
 * @param {Schema} schema
 * @returns {{ values: string, unset: string }}
 */
function shapeOf(schema) {
  const { def } = schema;
  switch (def.type) {
    case 'default':
      return { ...shapeOf(def.innerType), unset: codeOf(def.defaultValue) };
    case 'optional':
      return shapeOf(def.innerType);
    case 'pipe':
      // The side that is no transformation has the values.
      return shapeOf(def.out.def.type === 'transform' ? def.in : def.out);
    case 'enum':
      return { values: Object.keys(def.entries).map(codeOf).join(', '), unset: '' };
    case 'number':
      return { values: rangeOf(schema), unset: '' };
    default:
      return { values: '', unset: '' };
  }
}

/** @param {Schema} schema */
function rangeOf({ minValue, maxValue }) {
  const [least, most] = [minValue, maxValue].map((value) => (Number.isFinite(value) ? value : undefined));
  return most === undefined ? `${least ?? 0} or more` : `${least ?? 0} to ${most}`;
}

/** @param {unknown} value */
function codeOf(value) {
  const text = String(value).replace(`${root}/`, '');
  return text && `\`${text}\``;
}

/** @param {readonly (readonly string[])[]} rows the first of which is the heading */
function table(rows) {
  const [heading = [], ...rest] = rows;
  return [heading, heading.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {Fields} fields */
function fieldTable(fields) {
  const rows = Object.entries(fields).map(([name, schema]) => {
    if (!schema.description) throw new Error(`${name} has no description`);
    const { values, unset } = shapeOf(schema);
    return [codeOf(name), values, unset, schema.description];
  });
  return table([['variable', 'values', 'default', 'meaning'], ...rows]);
}

/** @param {number} seconds */
function windowOf(seconds) {
  if (seconds === 0) return 'none';
  if (seconds % 3_600 === 0) return seconds === 3_600 ? 'an hour' : `${seconds / 3_600} hours`;
  return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
}

/** @param {any} limits the module `kernel/limits.ts` */
function limitTable({ LIMIT_NAMES, limitSettings, limitsOf }) {
  const [strict, wide] = ['strict', 'wide'].map((LIMITS) => limitsOf({ LIMITS }, false));
  const rows = LIMIT_NAMES.map((/** @type {string} */ name) => {
    const variable = `LIMITS_${name}`;
    const { points, seconds } = strict[name];
    return [
      codeOf(variable),
      String(points),
      String(wide[name].points),
      windowOf(seconds),
      limitSettings[variable].description,
    ];
  });
  return table([['variable', 'strict', 'wide', 'window', 'counts'], ...rows]);
}

/** Returns the text of docs/settings.md, from the schemas of the server, the sandbox and the web build. */
export async function settingsPage() {
  const { settingSections } = await load('packages/server/src/kernel/settings-schema.ts');
  const limits = await load('packages/server/src/kernel/limits.ts');
  const sandbox = await load('packages/sandbox/src/settings.ts');
  const { BUILD_SETTINGS } = await load('packages/web/build/setting-checks.ts');
  const sections = Object.entries(/** @type {Record<string, Fields>} */ (settingSections));
  const text = [
    '# Settings',
    'Generated from the schemas by `node scripts/settings-page.mjs`. Edit the descriptions there: `packages/server/src/kernel/settings-schema.ts`, `limits.ts` beside it, `packages/sandbox/src/settings.ts` and `packages/web/build/setting-checks.ts`.',
    'Settings are environment variables and are read once, at the start. An empty variable counts as unset. A wrong value is reported in one line that names the variable, and the process ends with code 1.',
    ...sections.flatMap(([name, fields]) => [`## ${name}`, fieldTable(fields)]),
    '## Counterparties',
    'Each counterparty `NAME` that the content uses has two settings: `NAME_URL` is its address, `NAME_SECRET` the shared secret. With the sandbox on, the sandbox stands in for each one that is not set. A service that [a setting above](#services) or the content names has its own settings: [services](protocol/adapters.md). `NAME_SENDERS` may limit the addresses from which it calls us.',
    table([
      ['NAME', 'required while `SANDBOX=0`'],
      ['`SMS`', 'always'],
      ['`BANK`', 'unless `PAYOUT_SERVICE` names a service and `BANK_FEED=files`'],
      ['`PROVIDER_<CODE>`', 'for each enabled game provider, such as `PROVIDER_PG_URL`'],
      ['`GATEWAY_<CODE>`', 'for each deposit account paid by QR code, such as `GATEWAY_KBANK_URL`'],
      ['`SLIP`', 'with an account of `bankType: BANK`'],
      ['`EWALLET`', 'with a digital wallet in mode `AUTO`'],
      ['`GIFT`', 'with a digital wallet in mode `GIFT`'],
      ['`DESK`', 'with `chatWidget`'],
    ]),
    '## Rate limits',
    '`LIMITS` chooses the profile, and each variable below replaces one number. An address is an IPv4 address or an IPv6 /64. [ADR 11](adr/0011-guessing-and-flooding.md) and [ADR 23](adr/0023-many-members-behind-one-address.md) have the reasons.',
    fieldTable({ LIMITS: limits.limitSettings.LIMITS }),
    limitTable(limits),
    '## Sandbox process',
    'The sandbox reads these when it runs by itself (`npm run sandbox`).',
    fieldTable(sandbox.settingsSchema.shape),
    '## Build of the player app',
    'Read by `npm run build` and `npm start`. [brands.md](brands.md) explains the settings of a brand. A wrong or unknown setting stops the build.',
    table([
      ['variable', 'meaning'],
      ...Object.entries(BUILD_SETTINGS).map(([name, meaning]) => [codeOf(name), String(meaning)]),
    ]),
  ].join('\n\n');
  const { code, errors } = await format(SETTINGS_PAGE, text);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
