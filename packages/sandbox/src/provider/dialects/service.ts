/** The parts that every emulator of a game service shares. */
import formbody from '@fastify/formbody';
import { toMinor, parseDecimal, MAX_MINOR, type Minor } from '@krapao/contract/money';
import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { timingSafeEqual } from 'node:crypto';
import { applyFaults, type FaultAnswers } from '../../faults/apply.ts';
import type { Faults } from '../../faults/faults.ts';
import type { CallCounts } from '../../http/call-counts.ts';
import type { App } from '../../http/types.ts';
import type { Lang } from '../../store/records.ts';
import type { Launcher } from '../launcher.ts';
import type { Players } from '../players.ts';
import type { GameService, ProviderInfo, Providers } from '../providers.ts';
import type { SiteAccess } from '../site-access.ts';
import type { Turnover } from '../turnover.ts';
import type { ServiceTransfers } from './transfers.ts';

export interface ServiceDeps {
  readonly providers: Providers;
  readonly players: Players;
  readonly access: SiteAccess;
  readonly launcher: Launcher;
  readonly turnover: Turnover;
  readonly faults: Faults;
  readonly calls: CallCounts;
  readonly transfers: ServiceTransfers;
  readonly secret: string;
  readonly now: () => number;
  /** Address of this sandbox for a player's browser, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Returns the address of the operator's server where a provider's service asks about a player. */
  readonly operatorUrlOf: (code: string) => string | undefined;
}

/**
 * @param operatorUrl address for every provider
 * @param serverUrl address of the wallet's server, which has one for each provider
 */
export const operatorUrls =
  (operatorUrl: string | undefined, serverUrl: string | undefined) =>
  (code: string): string | undefined =>
    operatorUrl ?? (serverUrl && `${serverUrl}/api/callback/provider/${code}`);

/** An answer of a service, with its HTTP status. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const ok = (body: object): Answer => ({ status: 200, body });

/** An answer that ends a call before its work. */
class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

/** One call of a service. */
export interface ServiceCall {
  readonly info: ProviderInfo;
  readonly request: FastifyRequest;
  /** Fields of the query and of the body; those of the body win. Numbers as text. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface ServiceRules {
  readonly service: GameService;
  readonly deps: ServiceDeps;
  /** @returns the answer to a caller who is not the operator; null for the operator. */
  authorise(call: ServiceCall): Answer | null;
  /** The answer to every call during maintenance. */
  maintenance(call: ServiceCall): Answer;
  /** Answers of faults in the service's own shape. */
  readonly faults: FaultAnswers;
  /** Prepares the scope of the routes. */
  prepare?(scope: App): void;
}

export type Method = 'GET' | 'POST' | 'PUT';
/** Adds a route below the provider's address, `/provider/<CODE>`. */
export type AddRoute = (method: Method, path: string, run: (call: ServiceCall) => Answer) => void;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

function fieldsOf({ query, body }: FastifyRequest): Record<string, string> {
  const given = { ...(query as object | undefined), ...(body as object | undefined) };
  const texts = Object.entries(given).map(([name, value]) => [name, textOf(value)] as const);
  return Object.fromEntries(texts.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

/** Registers the routes of a service: first the caller, then maintenance, then faults and the work. */
export function serviceScope(app: App, rules: ServiceRules, addRoutes: (add: AddRoute) => void): void {
  const { service, deps } = rules;
  const callOf = (request: FastifyRequest): ServiceCall => {
    const { code = '' } = request.params as { code?: string };
    return { info: deps.providers.speaking(code, [service]), request, fields: fieldsOf(request) };
  };
  app.register(async (plugin) => {
    const scope = plugin.withTypeProvider<ZodTypeProvider>();
    await scope.register(formbody);
    deps.calls.watch(scope, service);
    applyFaults(scope, deps.faults, 'provider', rules.faults);
    answerRefusals(scope);
    rules.prepare?.(scope);
    scope.addHook('preValidation', async (request) => {
      const call = callOf(request);
      const refusal = rules.authorise(call);
      if (refusal) throw new Refused(refusal);
      if (deps.players.inMaintenance(call.info.code)) throw new Refused(rules.maintenance(call));
    });
    addRoutes((method, path, run) => {
      scope.route({
        method,
        url: `/provider/:code${path}`,
        handler: async (request, reply) => {
          const { status, body } = run(callOf(request));
          reply.code(status);
          return body;
        },
      });
    });
  });
}

function answerRefusals(scope: App): void {
  const fallback = scope.errorHandler;
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof Refused) return reply.code(error.answer.status).send(error.answer.body);
    return fallback.call(scope, error, request, reply);
  });
}

/** Compares without telling by the time how much is right. */
export function isSame(given: string | undefined, expected: string): boolean {
  const [left, right] = [Buffer.from(given ?? '', 'utf8'), Buffer.from(expected, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns an amount that is not zero, in minor units; null when it is none. */
export function readAmount(value: unknown): Minor | null {
  const amount = typeof value === 'number' ? toMinor(value) : parseDecimal(String(value));
  return amount === null || amount === 0n || amount > MAX_MINOR || amount < -MAX_MINOR ? null : amount;
}

/** Returns an amount above zero; null when it is none. */
export function readPositive(value: unknown): Minor | null {
  const amount = readAmount(value);
  return amount !== null && amount > 0n ? amount : null;
}

/** Returns the site's language by a service's name of it. */
export function langOf(name = ''): Lang {
  if (name.startsWith('en')) return 'en';
  return name.startsWith('lo') || name.startsWith('la') ? 'la' : 'th';
}

export const isName = (name: string | undefined): name is string =>
  /^[A-Za-z0-9_.@-]{1,64}$/.test(name ?? '');
