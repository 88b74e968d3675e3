import path from 'node:path';
import type { z } from 'zod';
import type { CircuitRules } from './circuit.ts';
import { exposureFault } from './exposure.ts';
import { limitsOf, type Limits } from './limits.ts';
import { namedSettings } from './named-settings.ts';
import { pushKeyOf, type PushKeyPair } from './push-key.ts';
import { settingsSchema } from './settings-schema.ts';

/** A wrong setting. The message is one line that names the variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Port of the console while none is set. */
const DEFAULT_CONSOLE_PORT = 8070;

/** The settings of one server process, read once. Times are milliseconds unless named otherwise. */
export interface Settings {
  /** `NODE_ENV` is `development` or `test`: a violated expectation fails instead of being logged. */
  isDevelopment: boolean;
  port: number;
  host: string;
  /** Undefined: PGlite under {@link Settings.dataDir}. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** Longest wait of a query for a pooled connection. */
  databaseWaitMs: number;
  /** Expected standbys of the primary: an alarm reports when there are fewer. */
  databaseReplicas: number;
  dataDir: string;
  /** Address of the sandbox; undefined when real counterparties are used. */
  sandboxUrl: string | undefined;
  /** Address of the sandbox for a player's browser; undefined without one. */
  sandboxPublicUrl: string | undefined;
  sandboxSecret: string;
  /** Public address of this server. Callbacks and links are built on it. */
  publicUrl: string | undefined;
  secretKey: string | undefined;
  /** Keys that only open values. */
  oldSecretKeys: readonly string[];
  contentDir: string;
  webDir: string;
  logLevel: string;
  /** Port of the metrics; undefined for none. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Endpoint for traces, OTLP over HTTP; undefined for none. */
  tracesUrl: string | undefined;
  /** Time for which a stopping process still accepts requests, so that load balancers can notice. */
  drainGraceMs: number;
  /** Time that running requests may then take to finish. */
  drainTimeoutMs: number;
  /** Longest duration of a statement. */
  databaseTimeoutMs: number;
  counterpartyTimeoutMs: number;
  /** When a failing counterparty is left alone, and for how long. */
  circuit: CircuitRules;
  /** The services whose own protocol is spoken; `house`: ours. */
  services: ServiceNames;
  /** Folder of statement files; undefined for none. */
  statementDir: string | undefined;
  reconcileEveryMs: number;
  /** Pause between requests of each provider's turnover report. */
  turnoverEveryMs: number;
  sessionDays: number;
  stepUpMinutes: number;
  otpPerPhoneDay: number;
  /** Hours for which payouts wait after a change of password or bank account name. */
  payoutDelayHours: number;
  /** Days for which single entries of providers' reports are kept; older ones are summed by day. */
  turnoverKeepDays: number;
  /** Hour in Bangkok of the audit against the counterparties; undefined for never. */
  auditHour: number | undefined;
  /** Prefix of the names of chat rooms. */
  chatPrefix: string;
  /** Origin of the realtime chat, if it differs from the app's. */
  chatOrigin: string | undefined;
  /** Retention of chat files in days. */
  chatFileDays: number;
  /** Retention of slip pictures in days; open slips are exempt. */
  slipKeepDays: number;
  /** Storage of chat files and slip pictures. */
  fileStore: 'database' | 'folder' | 's3';
  /** The folder of files. */
  filesDir: string;
  /** Undefined if none of its variables is set. */
  s3: S3Settings | undefined;
  /** Days of HSTS; 0 leaves HSTS to the TLS proxy. */
  hstsDays: number;
  /** Extends HSTS to all subdomains. */
  hstsSubdomains: boolean;
  /** Port of the staff's calls; undefined for none. */
  consolePort: number | undefined;
  /** The port is the default: the process starts without the console when another program has it. */
  consolePortIsDefault: boolean;
  consoleHost: string;
  /** Folder of the built console. */
  consoleDir: string;
  /** Staff need a second factor. */
  staffSecondFactor: boolean;
  /** The operator's own sign-in for staff; undefined for none. */
  staffOidc: OidcSettings | undefined;
  /** The key by which push services know the server; undefined for the one in the database. */
  pushKey: PushKeyPair | undefined;
  /** Hosts of the push services to which pushes are sent. */
  pushHosts: readonly string[];
  /** Push services may have any name, be at private addresses and without TLS. */
  pushLocal: boolean;
  /** Origins whose pages may embed the player app in a frame. */
  frameAncestors: readonly string[];
  /** Laos mode: the ten-digit phone rule is off and members choose their currency. */
  laos: boolean;
  /** Proxies trusted to state a client's address, in the form that {@link trustProxyOf} parses. */
  trustProxy: string;
  limits: Limits;
  /** Required settings that are missing in an installation without the sandbox. */
  missing: readonly string[];
  /** Settings that are set under a former name: `OLD is called NEW`. */
  formerNames: readonly string[];
  /** For the secrets that content refers to by provider. The settings in `played` are the sandbox's, for lack of others. */
  environment: Readonly<Record<string, string | undefined>>;
  played: ReadonlySet<string>;
}

export interface ServiceNames {
  sms: 'house' | 'thaibulksms' | 'smsmkt' | 'twilio';
  ewallet: 'house' | 'truemoney';
  desk: 'house' | 'chatwoot' | 'line';
  gift: 'house' | 'truemoney';
  /** The gateway of QR codes of `PAYONEX`, while content names none: the former way to name it. */
  payonex: 'house' | 'payonex';
  payouts: 'house' | 'payonex' | 'opn';
  /** `files`: statement files alone. */
  bankFeed: 'house' | 'files';
  /** Slip look-ups in the order in which they are asked. */
  slips: readonly ('house' | 'easyslip' | 'slipok' | 'slip2go' | 'scb')[];
}

/** An OpenID Connect provider. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Values of `acr` that mean a second factor. */
  acr: readonly string[];
}

/** An S3-compatible store. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * @throws SettingsError naming the missing variables if only some are set, or if files are to be stored there
 */
function readS3(s: z.output<typeof settingsSchema>): S3Settings | undefined {
  const needed = {
    S3_ENDPOINT: s.S3_ENDPOINT,
    S3_BUCKET: s.S3_BUCKET,
    S3_ACCESS_KEY_ID: s.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: s.S3_SECRET_ACCESS_KEY,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === Object.keys(needed).length && s.FILE_STORE !== 's3') return undefined;
  if (missing.length > 0)
    throw new SettingsError(`${missing.join(', ')}: must be set for files to be kept in S3`);
  return {
    endpoint: s.S3_ENDPOINT ?? '',
    bucket: s.S3_BUCKET ?? '',
    region: s.S3_REGION,
    accessKeyId: s.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: s.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** @throws SettingsError naming what is missing if only a part is set, or an issuer without TLS */
function readOidc(s: z.output<typeof settingsSchema>): OidcSettings | undefined {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: secret } = s;
  const needed = {
    STAFF_OIDC_ISSUER: issuer,
    STAFF_OIDC_CLIENT_ID: clientId,
    STAFF_OIDC_CLIENT_SECRET: secret,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === Object.keys(needed).length) return undefined;
  if (!issuer || !clientId || !secret) throw new SettingsError(`${missing.join(', ')}: missing`);
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && hostname !== '127.0.0.1' && hostname !== 'localhost') {
    throw new SettingsError('STAFF_OIDC_ISSUER: must begin with https://');
  }
  const acr = (s.STAFF_OIDC_ACR ?? '').split(',').map((value) => value.trim());
  return { issuer, clientId, clientSecret: secret, acr: acr.filter(Boolean) };
}

/** Returns how long counterparties are waited for, and when they are left alone. */
const readPatience = (
  s: z.output<typeof settingsSchema>,
): Pick<Settings, 'counterpartyTimeoutMs' | 'circuit'> => ({
  counterpartyTimeoutMs: s.COUNTERPARTY_TIMEOUT_MS,
  circuit: {
    failures: s.CIRCUIT_FAILURES,
    pauseMs: s.CIRCUIT_PAUSE_MS,
    longestPauseMs: s.CIRCUIT_LONGEST_PAUSE_MS,
  },
});

/** Returns the services whose own protocol is spoken. */
const readServices = (s: z.output<typeof settingsSchema>): ServiceNames => ({
  sms: s.SMS_SERVICE,
  slips: s.SLIP_SERVICES,
  gift: s.GIFT_SERVICE,
  ewallet: s.EWALLET_SERVICE,
  desk: s.DESK_SERVICE,
  payonex: s.PAYONEX_SERVICE,
  payouts: s.PAYOUT_SERVICE,
  bankFeed: s.BANK_FEED,
});

/** Returns where files are kept, and for how long. */
const readFiles = (
  s: z.output<typeof settingsSchema>,
): Pick<Settings, 'chatFileDays' | 'slipKeepDays' | 'fileStore' | 'filesDir' | 's3'> => ({
  chatFileDays: s.CHAT_FILE_DAYS,
  slipKeepDays: s.SLIP_KEEP_DAYS,
  fileStore: s.FILE_STORE,
  filesDir: path.resolve(s.FILES_DIR ?? path.join(s.DATA_DIR, 'files')),
  s3: readS3(s),
});

/** @throws SettingsError for push services at private addresses without the sandbox */
function readNotices(
  s: z.output<typeof settingsSchema>,
): Pick<Settings, 'pushKey' | 'pushHosts' | 'pushLocal'> {
  if (s.PUSH_LOCAL && !s.SANDBOX) throw new SettingsError('PUSH_LOCAL: must be 0 while SANDBOX=0');
  return {
    pushKey: s.PUSH_PRIVATE_KEY === undefined ? undefined : pushKeyOf(s.PUSH_PRIVATE_KEY),
    pushHosts: s.PUSH_HOSTS,
    pushLocal: s.PUSH_LOCAL,
  };
}

/** Reads and checks the environment. @throws SettingsError naming the first variable that is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const { given, played, formerNames } = namedSettings(environment);
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const s = parsed.data;
  const fault = exposureFault({
    sandbox: s.SANDBOX,
    sandboxSecret: s.SANDBOX_SECRET,
    isProduction: s.NODE_ENV === 'production',
    host: s.HOST,
    publicUrl: s.PUBLIC_URL,
    environment: given,
  });
  if (fault) throw new SettingsError(fault);
  if (s.STAFF_SECOND_FACTOR === 'off' && !s.SANDBOX) {
    throw new SettingsError('STAFF_SECOND_FACTOR: must be required while SANDBOX=0');
  }
  const sandboxUrl = s.SANDBOX ? (s.SANDBOX_URL ?? `http://127.0.0.1:${s.SANDBOX_PORT}`) : undefined;
  return {
    isDevelopment: s.NODE_ENV === 'development' || s.NODE_ENV === 'test',
    port: s.PORT,
    host: s.HOST,
    databaseUrl: s.DATABASE_URL,
    databasePool: s.DATABASE_POOL,
    databaseWaitMs: s.DATABASE_WAIT_MS,
    databaseReplicas: s.DATABASE_REPLICAS,
    dataDir: path.resolve(s.DATA_DIR),
    sandboxUrl,
    sandboxPublicUrl: sandboxUrl && (s.SANDBOX_PUBLIC_URL ?? sandboxUrl),
    sandboxSecret: s.SANDBOX_SECRET,
    publicUrl: s.PUBLIC_URL,
    secretKey: s.SECRET_KEY,
    oldSecretKeys: s.SECRET_KEYS_OLD,
    contentDir: path.resolve(s.CONTENT_DIR),
    webDir: path.resolve(s.WEB_DIR),
    logLevel: s.LOG_LEVEL,
    metricsPort: s.METRICS_PORT,
    metricsHost: s.METRICS_HOST,
    tracesUrl: s.OTEL_EXPORTER_OTLP_ENDPOINT,
    drainGraceMs: s.DRAIN_GRACE_MS,
    drainTimeoutMs: s.DRAIN_TIMEOUT_MS,
    databaseTimeoutMs: s.DATABASE_TIMEOUT_MS,
    ...readPatience(s),
    services: readServices(s),
    statementDir: s.STATEMENT_DIR && path.resolve(s.STATEMENT_DIR),
    reconcileEveryMs: s.RECONCILE_EVERY_MS,
    turnoverEveryMs: s.TURNOVER_EVERY_MS,
    sessionDays: s.SESSION_DAYS,
    stepUpMinutes: s.STEP_UP_MINUTES,
    otpPerPhoneDay: s.OTP_PER_PHONE_DAY,
    payoutDelayHours: s.PAYOUT_DELAY_HOURS,
    turnoverKeepDays: s.TURNOVER_KEEP_DAYS,
    auditHour: s.AUDIT_HOUR === 'off' ? undefined : s.AUDIT_HOUR,
    chatPrefix: s.CHAT_PREFIX,
    chatOrigin: s.CHAT_ORIGIN,
    ...readFiles(s),
    hstsDays: s.HSTS_DAYS,
    hstsSubdomains: s.HSTS_SUBDOMAINS,
    consolePort: s.CONSOLE_PORT === 'off' ? undefined : (s.CONSOLE_PORT ?? DEFAULT_CONSOLE_PORT),
    consolePortIsDefault: s.CONSOLE_PORT === undefined,
    consoleDir: path.resolve(s.CONSOLE_DIR),
    consoleHost: s.CONSOLE_HOST,
    staffSecondFactor: s.STAFF_SECOND_FACTOR ? s.STAFF_SECOND_FACTOR === 'required' : !s.SANDBOX,
    staffOidc: readOidc(s),
    ...readNotices(s),
    frameAncestors: s.FRAME_ANCESTORS,
    laos: s.LAOS,
    trustProxy: s.TRUST_PROXY,
    limits: limitsOf(s, s.SANDBOX),
    missing: s.SANDBOX ? [] : (['SECRET_KEY', 'PUBLIC_URL'] as const).filter((name) => !s[name]),
    formerNames,
    environment: given,
    played,
  };
}
