/** The sandbox's settings, read from the environment once. */
import { join } from 'node:path';
import { z } from 'zod';
import { GAME_SERVICES, listProviders, type GameService, type ServicesByCode } from './provider/providers.ts';
import { SILENCE_MS } from './time/time.ts';

/** An error in the settings, in one line that names the variable. */
export class SettingsError extends Error {}

/** Treats an empty variable as left out. */
const fromText = (text: unknown): unknown => (text === '' ? undefined : text);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(fromText, schema);

const isService = (name: string): name is GameService => (GAME_SERVICES as readonly string[]).includes(name);

/** Pairs of a provider's code and a service, such as `JOKER=joker,PG=pgsoft`. */
const dialects = z
  .string()
  .transform((text, context): ServicesByCode => {
    const services: Record<string, GameService> = {};
    for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
      const [code = '', service = ''] = pair.split('=').map((part) => part.trim());
      if (isService(service) && listProviders().some((known) => known.code === code)) {
        services[code] = service;
      } else {
        const message = `${pair.trim()}: must be <provider>=<service>, the service one of ${GAME_SERVICES.join(', ')}`;
        context.addIssue({ code: 'custom', message });
      }
    }
    return services;
  })
  .optional();

/** The environment of the sandbox, as docs/settings.md lists it. */
export const settingsSchema = z.object({
  SANDBOX_PORT: setting(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a port number')
      .default(8090),
  ).describe('The port of the sandbox. 0: any free port.'),
  HOST: setting(z.string().max(255).default('127.0.0.1')).describe('The address to listen on.'),
  DATA_DIR: setting(z.string().max(4096).default('.data')).describe(
    'The folder whose `sandbox` holds the sandbox’s state.',
  ),
  SANDBOX_SECRET: setting(
    z.string().min(8, 'must have at least 8 characters').default('sandbox-only-secret'),
  ).describe('The secret shared with the server.'),
  SANDBOX_PUBLIC_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  ).describe('The address of the sandbox for browsers. Unset: the one it listens on.'),
  SANDBOX_DIALECTS: setting(dialects).describe(
    'Game providers that speak a real service’s protocol, such as `JOKER=joker,PG=pgsoft`: [emulators](protocol/emulators.md). Unset: those of the demo’s content, and each provider speaks the house’s too.',
  ),
  SANDBOX_OPERATOR_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  ).describe(
    'The address where the emulator `pgsoft` asks `VerifySession`. Unset: that of `SANDBOX_SERVER_URL`.',
  ),
  SANDBOX_SERVER_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  ).describe(
    'The address of the wallet’s server. The webhooks of PayoneX and PG Soft call it. Unset: `PUBLIC_URL`, or `http://127.0.0.1:PORT`.',
  ),
  SANDBOX_SILENCE_MS: setting(
    z
      .string()
      .regex(/^\d{1,6}$/, 'must be a number of milliseconds up to 999999')
      .transform(Number)
      .default(SILENCE_MS),
  ).describe(
    'How long a call that gets no answer by a fault is kept open, in milliseconds. 0: it is cut off at once.',
  ),
  SANDBOX_SEED: setting(z.string().max(64).optional()).describe(
    'A text that decides which calls a fault strikes, what games draw and how gifts are shared, so that a run can be repeated. Unset: chance decides.',
  ),
});

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The folder of the sandbox's own state. */
  readonly dataFolder: string;
  readonly secret: string;
  /** Address of the sandbox for a player's browser, when it differs from the listening address. */
  readonly publicUrl: string | undefined;
  /** Providers that speak a real service's protocol; undefined for those of the demo. */
  readonly dialects: ServicesByCode | undefined;
  readonly operatorUrl: string | undefined;
  /** Address of the wallet's server. */
  readonly serverUrl: string;
  readonly silenceMs: number;
  /** Decides all that is left to chance; undefined for chance itself. */
  readonly seed: string | undefined;
}

/** @throws SettingsError */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = settingsSchema.safeParse(env);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SettingsError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { SANDBOX_PORT, HOST, DATA_DIR, SANDBOX_SECRET, SANDBOX_PUBLIC_URL } = read.data;
  const { SANDBOX_DIALECTS, SANDBOX_OPERATOR_URL, SANDBOX_SERVER_URL } = read.data;
  const { SANDBOX_SILENCE_MS, SANDBOX_SEED } = read.data;
  return {
    port: SANDBOX_PORT,
    host: HOST,
    dataFolder: join(DATA_DIR, 'sandbox'),
    secret: SANDBOX_SECRET,
    publicUrl: SANDBOX_PUBLIC_URL,
    dialects: SANDBOX_DIALECTS,
    operatorUrl: SANDBOX_OPERATOR_URL,
    // The server's own settings name its address.
    serverUrl: SANDBOX_SERVER_URL ?? (env['PUBLIC_URL'] || `http://127.0.0.1:${env['PORT'] || 8080}`),
    silenceMs: SANDBOX_SILENCE_MS,
    seed: SANDBOX_SEED,
  };
}
