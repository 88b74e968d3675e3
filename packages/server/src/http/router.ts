import { MAIN_WALLET, REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import type { Access, BodyOf, ParamsOf, QueryOf, ReplyOf, RouteSpec } from '@krapao/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { AppError } from '../kernel/app-error.ts';
import { callerOf } from './caller.ts';
import type { CallLimits } from './call-limits.ts';
import type { Language } from '../content/fields.ts';
import { languageOf } from './language.ts';
import type { Member } from '../domain/member.ts';
import type { Authenticate, Authenticator, MemberQuery } from './authenticate.ts';
import { uploadScope } from './upload.ts';

/** One validated request. */
export interface Call<R extends RouteSpec> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The player's language. */
  language: Language;
  request: FastifyRequest;
}

/** One request of a logged-in member. */
export interface MemberCall<R extends RouteSpec, D = unknown> extends Call<R> {
  member: Member;
  /** Row of the route's `reads`. */
  data: D;
}

/** One request of a member or a guest. */
export interface AnyoneCall<R extends RouteSpec> extends Call<R> {
  member: Member | undefined;
}

/** Superset of all kinds of calls. */
interface AnyCall<R extends RouteSpec> extends AnyoneCall<R> {
  data: unknown;
}

interface CallsOf<R extends RouteSpec, D> {
  public: Call<R>;
  member: MemberCall<R, D>;
  anyone: AnyoneCall<R>;
}

/** Result of a handler: the reply, or the chunks of a text. */
type AnswerOf<R extends RouteSpec> = R extends { contentType: string } ? AsyncIterable<string> : ReplyOf<R>;

type HandlerOf<R extends RouteSpec, A = AnswerOf<R>, D = unknown> = (
  call: CallsOf<R, D>[R['access']],
) => Promise<A> | A;

interface CallReads<D extends object> {
  /** A query to make together with the look-up of the member's session. */
  reads: MemberQuery<D>;
}

export interface CallOptions<A, D extends object> extends Partial<CallReads<D>> {
  /** Serialises the handler's result, for replies that are largely the same every time. */
  write: (answer: A) => string | Buffer;
}

/** Binds handlers to the contract's routes. */
export interface Router {
  add<R extends RouteSpec>(spec: R, handler: HandlerOf<R>): void;
  add<R extends RouteSpec, D extends object>(
    spec: R,
    handler: HandlerOf<R, AnswerOf<R>, D>,
    options: CallReads<D> & { write?: never },
  ): void;
  add<R extends RouteSpec, A, D extends object>(
    spec: R,
    handler: HandlerOf<R, A, D>,
    options: CallOptions<A, D>,
  ): void;
  /** The keys, `METHOD /path`, of all added routes. */
  readonly added: ReadonlySet<string>;
}

/** Security entry of each kind of access in the OpenAPI document. */
const SECURITY: Readonly<Record<Access, readonly Record<string, readonly string[]>[] | undefined>> = {
  public: undefined,
  member: [{ bearer: [] }],
  anyone: [{ bearer: [] }, {}],
};

const JSON_TYPE = 'application/json; charset=utf-8';
const BEARER = /^Bearer ([\w-]{1,200})$/;

/**
 * @param isOpen returns whether the operator's site is open; called only for calls that a closed site refuses. A break
 *   or an exclusion stops the same calls of its member
 */
export function createRouter(
  app: FastifyInstance,
  authenticator: Authenticator,
  limits: Pick<CallLimits, 'of' | 'member' | 'stranger'>,
  isOpen: () => Promise<boolean>,
): Router {
  const added = new Set<string>();

  const refuseWhenClosed = (member?: Member) => isOpen().then((open) => assertAllowed(open, member));

  function add<R extends RouteSpec, A, D extends object>(
    spec: R,
    handler: HandlerOf<R, A, D>,
    { reads, write }: Partial<CallOptions<A, D>> = {},
  ): void {
    const key = `${spec.method} ${spec.path}`;
    added.add(key);
    const guard = limits.of(key);
    const closes = spec.closes === 'always';
    const handle = handler as (call: AnyCall<R>) => Promise<A>;
    const run =
      spec.closes === 'into_game'
        ? (call: AnyCall<R>) =>
            leadsIntoGame(call.body) ? refuseWhenClosed(call.member).then(() => handle(call)) : handle(call)
        : handle;
    const authenticate: Authenticate = reads
      ? authenticator.authenticateWith(reads)
      : authenticator.authenticate;
    const send = senderOf(spec, write);
    const route: RouteOptions = {
      method: spec.method,
      url: spec.path,
      schema: {
        summary: spec.summary,
        ...(SECURITY[spec.access] && { security: SECURITY[spec.access] }),
        ...(spec.params && { params: spec.params }),
        ...(spec.query && { querystring: spec.query }),
        ...(spec.body && { body: spec.body }),
        ...(!spec.contentType && { response: { 200: spec.response } }),
      },
      config: { key, spec, secret: spec.secret ?? false, ...(spec.upload && { upload: spec.upload }) },
      // Before the body is read: a guest learns nothing about shapes and causes no work.
      onRequest: (request, _reply, done) => {
        if (spec.mutates && request.headers[REQUESTED_WITH_HEADER] !== REQUESTED_WITH_VALUE) {
          throw new AppError('KEY_MISSING');
        }
        const token = tokenOf(request);
        const wantsMember = spec.access === 'member' || (spec.access === 'anyone' && isGiven(request));
        if (!wantsMember || token === undefined) {
          limits.stranger(callerOf(request), token, key);
          if (wantsMember) throw new AppError('UNAUTHORIZED');
          return closes ? refuseWhenClosed() : done();
        }
        return limits.member(callerOf(request), token, authenticate).then(({ member, data }) => {
          request.member = member;
          request.memberData = data;
          return closes ? refuseWhenClosed(member) : undefined;
        });
      },
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        // Replies are personal and momentary; no proxy may cache them.
        reply.header('cache-control', 'no-store');
        const call = {
          params: request.params as ParamsOf<R>,
          query: request.query as QueryOf<R>,
          body: request.body as BodyOf<R>,
          get language() {
            return languageOf(request.headers);
          },
          request,
          member: request.member,
          data: request.memberData,
        };
        const answer = guard(request, () => run(call));
        return send ? send(reply, answer) : answer;
      },
    };
    if (spec.upload) uploadScope(app, (scope) => scope.route(route));
    else app.route(route);
  }

  return { add, added };
}

/** @throws AppError gone while the site is closed; ON_BREAK or EXCLUDED for a member who must not play */
function assertAllowed(isSiteOpen: boolean, member: Member | undefined): void {
  const code = isSiteOpen ? member?.stop?.code : 'gone';
  if (code) throw new AppError(code);
}

const leadsIntoGame = (body: unknown): boolean => (body as { to?: unknown } | undefined)?.to !== MAIN_WALLET;

const isGiven = ({ headers }: FastifyRequest): boolean => headers.authorization !== undefined;

/** Returns the bearer token of a request; undefined without one or with an invalid header. */
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

type Send<A> = (reply: FastifyReply, answer: Promise<A> | A) => Promise<unknown>;

/** Returns the sender for replies that Fastify does not serialise by schema. */
function senderOf<A>(
  { contentType }: RouteSpec,
  write: ((answer: A) => string | Buffer) | undefined,
): Send<A> | undefined {
  if (write) {
    return async (reply, answer) => {
      const json = write(await answer);
      reply.type(JSON_TYPE);
      return json;
    };
  }
  if (!contentType) return undefined;
  return async (reply, answer) => {
    const pieces = Readable.from((await answer) as AsyncIterable<string>);
    reply.type(contentType);
    return pieces;
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that require a member. */
    member?: Member;
    /** Row of the route's `reads`. */
    memberData?: unknown;
  }
  interface FastifyContextConfig {
    /** Key of a contract call, `METHOD /path`: the router applies the limits of those. */
    key?: string;
    /** The call's contract. */
    spec?: RouteSpec;
    /** The path or the reply contains a secret. */
    secret?: boolean;
    /** The upload that the call accepts. */
    upload?: NonNullable<RouteSpec['upload']>;
  }
  interface FastifySchema {
    summary?: string;
    security?: readonly Record<string, readonly string[]>[];
  }
}

/** Returns the catalogue code of a failed validation: a field is missing, or a value is wrong. */
export function validationCode(error: z.ZodError): 'KEY_MISSING' | 'KEY_INVALID' {
  const missing = error.issues.every((issue) => issue.input === undefined);
  return missing ? 'KEY_MISSING' : 'KEY_INVALID';
}
