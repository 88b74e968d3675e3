import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parsePostgresAddress } from './postgres-address.ts';
import { PUBLISHED_SECRET } from './exposure.ts';
import { limitSettings } from './limits.ts';
import { pushHosts } from './push-hosts.ts';
import { pushKeyOf } from './push-key.ts';
import { parseTrustProxy } from './trust-proxy.ts';

const repoRoot = fileURLToPath(new URL('../../../../', import.meta.url));

const flag = (fallback: '0' | '1') =>
  z
    .enum(['0', '1'])
    .default(fallback)
    .transform((value) => value === '1');
const whole = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback);
const port = (fallback: number) => whole(0, 65_535, fallback);
const givenPort = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.number().max(65_535));
const milliseconds = (fallback: number) => whole(1, 600_000, fallback);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const text = z.string().trim().min(1);
const isOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
const origins = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (values) => values.every(isOrigin),
    'must be origins such as https://portal.example, with blanks between',
  )
  .default([]);

/** Marks a setting whose value is never shown. */
const SECRET = { isSecret: true };

const databaseUrl = z.string().superRefine((value, context) => {
  const address = parsePostgresAddress(value);
  if (typeof address === 'string') context.addIssue({ code: 'custom', message: address });
});

const server = {
  NODE_ENV: z
    .string()
    .optional()
    .describe('`production` refuses to start with the sandbox. `development` and `test` check more.'),
  PORT: port(8080).describe('The port for players. 0: any free port.'),
  HOST: text.default('127.0.0.1').describe('The address to listen on.'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe(
      'The address of the server from outside. Callbacks and links are built on it. Unset: `http://127.0.0.1:PORT`. Required while `SANDBOX=0`.',
    ),
  DATA_DIR: text
    .default('.data')
    .describe('The folder of PGlite, of the sandbox’s state, and of a generated secret key.'),
  CONTENT_DIR: text
    .default(path.join(repoRoot, 'content', 'demo'))
    .describe('The folder of the operator’s content.'),
  WEB_DIR: text
    .default(path.join(repoRoot, 'packages', 'web', 'dist'))
    .describe('The folder of the built player app.'),
  LAOS: flag('0').describe('1: Laos mode, with Lao phone numbers and a choice of currency.'),
  DRAIN_GRACE_MS: whole(0, 600_000, 0).describe(
    'How long a process still accepts requests after SIGTERM, while `/health/ready` already says `draining`.',
  ),
  DRAIN_TIMEOUT_MS: milliseconds(30_000).describe('How long running requests then have to finish.'),
};

const database = {
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or later: one host, or several separated by commas. Unset: PGlite.')
    .meta(SECRET),
  DATABASE_POOL: whole(2, 500, 10).describe('The most connections of one process.'),
  DATABASE_WAIT_MS: milliseconds(5_000).describe(
    'How long a query waits for a connection before the caller gets `SERVICE_UNAVAILABLE`.',
  ),
  DATABASE_TIMEOUT_MS: milliseconds(15_000).describe(
    'The longest duration of a statement. A database that is silent for longer counts as away.',
  ),
  DATABASE_REPLICAS: whole(0, 100, 0).describe(
    'The expected number of standbys. An alarm reports when there are fewer.',
  ),
};

const secrets = {
  SECRET_KEY: text
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same for all processes of a database. Unset: generated in `DATA_DIR`. Required while `SANDBOX=0`.',
    )
    .meta(SECRET),
  SECRET_KEYS_OLD: z
    .string()
    .transform((value) => value.split(',').flatMap((key) => key.trim() || []))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'must be keys of 32 characters or more, with commas between',
    )
    .default([])
    .describe(
      'Earlier keys, separated by commas. They open older values. See [changing the secret key](deployment.md#changing-the-secret-key).',
    )
    .meta(SECRET),
  SESSION_DAYS: whole(1, 365, 30).describe('Lifetime of a session in days.'),
  STEP_UP_MINUTES: whole(1, 1_440, 15).describe(
    'Minutes for which a member’s proof (passkey, code or password) holds for acts that ask for it.',
  ),
  OTP_PER_PHONE_DAY: whole(1, 1_000_000, 20).describe('The most one-time codes to one phone in 24 hours.'),
};

const money = {
  PAYOUT_DELAY_HOURS: whole(0, 720, 0).describe(
    'Hours that payouts wait after a change of password or bank account name.',
  ),
  COUNTERPARTY_TIMEOUT_MS: milliseconds(8_000).describe('The time limit of a call to a counterparty.'),
  CIRCUIT_FAILURES: whole(1, 1_000_000, 10).describe(
    'Failures in a row (no connection, no answer in time, 5xx) after which a counterparty is left alone: new orders through it fail at once, payouts wait, and look-ups of money under way go on.',
  ),
  CIRCUIT_PAUSE_MS: milliseconds(2_000).describe(
    'The pause before one call tries such a counterparty again. It doubles while the counterparty fails, and half of it is by chance.',
  ),
  CIRCUIT_LONGEST_PAUSE_MS: milliseconds(30_000).describe('The longest such pause.'),
  RECONCILE_EVERY_MS: milliseconds(1_000).describe(
    'The pause between the reconciler’s looks for pending transfers.',
  ),
  TURNOVER_EVERY_MS: milliseconds(5_000).describe(
    'The pause between requests for each provider’s turnover report.',
  ),
  TURNOVER_KEEP_DAYS: whole(7, 3_650, 90).describe(
    'Days that single entries of providers’ reports are kept. Older ones are summed by member, provider and day.',
  ),
  AUDIT_HOUR: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(23)], {
      error: 'must be an hour of the day, 0 to 23, or off',
    })
    .default(4)
    .describe('The hour of the daily audit in Bangkok time, 0 to 23, or `off`.'),
};

const SLIP_SERVICES = ['house', 'easyslip', 'slipok', 'slip2go', 'scb'] as const;

/** Services whose own protocol is spoken: docs/protocol/adapters.md. */
const services = {
  SMS_SERVICE: z
    .enum(['house', 'thaibulksms', 'smsmkt', 'twilio'])
    .default('house')
    .describe(
      'The SMS service. `house`: one that speaks our own protocol. With the sandbox and no other `SMS_` setting: `thaibulksms`.',
    ),
  EWALLET_SERVICE: z
    .enum(['house', 'truemoney'])
    .default('house')
    .describe(
      'How transfers to the digital wallet are reported: `house`: a feed of our own protocol; `truemoney`: TrueMoney’s webhook.',
    ),
  GIFT_SERVICE: z
    .enum(['house', 'truemoney'])
    .default('house')
    .describe(
      'The service of gift links. `truemoney` is unofficial and may stop working at any time. With the sandbox and no other `GIFT_` setting, the sandbox plays it.',
    ),
  DESK_SERVICE: z
    .enum(['house', 'chatwoot', 'line'])
    .default('house')
    .describe('The support desk. `house`: one that speaks our own protocol.'),
  PAYONEX_SERVICE: z
    .enum(['house', 'payonex'])
    .default('house')
    .describe(
      'Former name of `adapter: payonex` at the account `PAYONEX` in `deposit-accounts.yaml`; the next version drops it.',
    ),
  PAYOUT_SERVICE: z
    .enum(['house', 'payonex', 'opn'])
    .default('house')
    .describe('The service of payouts. `house`: a bank that speaks our own protocol.'),
  BANK_FEED: z
    .enum(['house', 'files'])
    .default('house')
    .describe(
      'How transfers to the bank accounts are reported: `house`: a feed of our own protocol, and statement files; `files`: statement files alone.',
    ),
  STATEMENT_DIR: z
    .string()
    .optional()
    .describe('A folder of statement files, MT940 and CAMT.053, that is read again and again. Unset: none.'),
  SLIP_SERVICES: z
    .string()
    .transform((value) => value.split(',').map((name) => name.trim()))
    .pipe(
      z.array(
        z.enum(SLIP_SERVICES, { error: `must be of ${SLIP_SERVICES.join(', ')}, with commas between` }),
      ),
    )
    .refine((names) => new Set(names).size === names.length, 'must not name one twice')
    .default(['house'])
    .describe(
      'The slip look-ups in the order in which they are asked: `house`, `easyslip`, `slipok`, `slip2go`, `scb`, with commas between. With the sandbox and no other `SLIP_` setting: `easyslip,slipok`.',
    ),
};

const files = {
  FILE_STORE: z
    .enum(['database', 'folder', 's3'])
    .default('database')
    .describe(
      'Where chat files and slip pictures are kept. After a change, files move by themselves while the settings still name the old place.',
    ),
  FILES_DIR: text
    .optional()
    .describe('The folder of files, shared by all processes. Unset: `files` in `DATA_DIR`.'),
  S3_ENDPOINT: httpUrl
    .optional()
    .describe('The address of an S3-compatible store. The bucket is the first part of the path.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('The bucket.'),
  S3_REGION: text.default('us-east-1').describe('The region of the bucket.'),
  S3_ACCESS_KEY_ID: text
    .optional()
    .describe('The key that may read, write and delete in the bucket.')
    .meta(SECRET),
  S3_SECRET_ACCESS_KEY: text.optional().describe('The secret of that key.').meta(SECRET),
  CHAT_FILE_DAYS: whole(1, 36_500, 365).describe('Days that chat files are kept.'),
  SLIP_KEEP_DAYS: whole(7, 36_500, 180).describe(
    'Days that pictures of slips are kept. An open slip keeps its picture, and the slip itself stays.',
  ),
};

const browsers = {
  TRUST_PROXY: text
    .default('loopback')
    .refine(
      (value) => parseTrustProxy(value) !== undefined,
      'must be off, 1 to 10 hops, or addresses and ranges with commas between',
    )
    .describe(
      'The proxies whose `X-Forwarded-For` is trusted: `off`, a number of hops, or addresses, ranges and `loopback`, `linklocal`, `uniquelocal`, separated by commas.',
    ),
  FRAME_ANCESTORS: origins.describe(
    'Origins whose pages may embed the player app in a frame, separated by blanks. Empty: none.',
  ),
  HSTS_DAYS: whole(0, 3_650, 0).describe(
    'Days for which browsers must use TLS (`Strict-Transport-Security`). 0 leaves the header to the TLS proxy.',
  ),
  HSTS_SUBDOMAINS: flag('0').describe('1: the header includes all subdomains.'),
  CHAT_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://chat.example')
    .optional()
    .describe('The origin of the realtime chat, if `VITE_CHAT_URL` names another than the app’s.'),
  CHAT_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,32}$/, 'must be letters, figures and _')
    .default('krapao')
    .describe('The prefix of chat room names.'),
};

const observation = {
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('The level of the JSON log on standard output.'),
  METRICS_PORT: givenPort.optional().describe('The port of Prometheus metrics, at `/metrics`. Unset: none.'),
  METRICS_HOST: text.default('127.0.0.1').describe('The address of that port.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('The collector of traces, OTLP over HTTP. Unset: no traces.'),
};

const sandbox = {
  SANDBOX: flag('1').describe(
    '1: counterparties without settings are played by the sandbox. 0: no sandbox; `NODE_ENV=production` and a `HOST` that other machines can reach require it.',
  ),
  SANDBOX_PORT: port(8090).describe('The port of the sandbox.'),
  SANDBOX_URL: httpUrl
    .optional()
    .describe('The address of a running sandbox. Unset: `http://127.0.0.1:SANDBOX_PORT`.'),
  SANDBOX_PUBLIC_URL: httpUrl
    .optional()
    .describe('The address of the sandbox for browsers. Unset: `SANDBOX_URL`.'),
  SANDBOX_SECRET: text
    .default(PUBLISHED_SECRET)
    .describe(
      'The secret shared by server and sandbox. Choose your own if `PUBLIC_URL` is reachable from other machines: the default is public.',
    )
    .meta(SECRET),
};

const staff = {
  CONSOLE_PORT: z
    .union([z.literal('off'), givenPort])
    .optional()
    .describe(
      'The port of the staff’s console and its calls; `off`: none. Keep it behind a firewall or VPN. Unset: 8070, and none if that is taken.',
    ),
  CONSOLE_HOST: text.default('127.0.0.1').describe('The address of that port.'),
  CONSOLE_DIR: text
    .default(path.join(repoRoot, 'packages', 'console', 'dist'))
    .describe('The folder of the built console.'),
  STAFF_OIDC_ISSUER: httpUrl
    .optional()
    .describe(
      'The issuer of your own OpenID Connect provider, by which staff may sign in. Its answer must name a verified address and a second factor (`acr`, `amr`).',
    ),
  STAFF_OIDC_CLIENT_ID: text.optional().describe('The client’s id at that provider.'),
  STAFF_OIDC_CLIENT_SECRET: text.optional().describe('The client’s secret at that provider.').meta(SECRET),
  STAFF_OIDC_ACR: text
    .optional()
    .describe(
      'Values of `acr` that mean a second factor, with commas between, if the provider tells none in `amr`.',
    ),
  STAFF_SECOND_FACTOR: z
    .enum(['required', 'off'])
    .optional()
    .describe(
      'Whether staff need a second factor. Unset: `required`, and `off` while the sandbox runs. `off` is refused without the sandbox.',
    ),
};

const notices = {
  PUSH_PRIVATE_KEY: z
    .string()
    .refine(
      (value) => pushKeyOf(value) !== undefined,
      'must be a private key of P-256, 32 bytes in base64url',
    )
    .optional()
    .describe(
      'The private key by which push services know the server (VAPID, P-256). Unset: generated once and kept sealed in the database.',
    )
    .meta(SECRET),
  PUSH_HOSTS: pushHosts,
  PUSH_LOCAL: flag('0').describe(
    '1: push services may have any name, be at private addresses and without TLS, for tests. Refused without the sandbox.',
  ),
};

/**
 * The settings by the sections of docs/settings.md, which scripts/settings-page.mjs writes from them. The console shows
 * them with the rate limits.
 */
export const settingSections = {
  'Server process': server,
  Database: database,
  'Secrets and sessions': secrets,
  'Money and counterparties': money,
  Services: services,
  Files: files,
  Staff: staff,
  Notices: notices,
  'Browsers and proxies': browsers,
  'Logs, metrics and traces': observation,
  Sandbox: sandbox,
};

/** The environment of a server process. */
export const settingsSchema = z.object({
  ...server,
  ...database,
  ...secrets,
  ...money,
  ...services,
  ...files,
  ...staff,
  ...notices,
  ...browsers,
  ...observation,
  ...sandbox,
  ...limitSettings,
});
