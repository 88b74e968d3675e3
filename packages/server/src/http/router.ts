import { MAIN_WALLET, REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import type { Access, BodyOf, ParamsOf, QueryOf, ReplyOf, RouteSpec } from '@krapao/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { AppError } from '../kernel/app-error.ts';
import { callerOf } from './caller.ts';
import type { CallLimits } from './call-limits.ts';
import { languageOf, type Language } from './language.ts';
import type { Authenticate, Member } from './member.ts';
import { uploadScope } from './upload.ts';

/** One request, validated. */
export interface Call<R extends RouteSpec> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The language the player reads. */
  language: Language;
  request: FastifyRequest;
}

/** One request of a logged-in member. */
export interface MemberCall<R extends RouteSpec, M extends Member = Member> extends Call<R> {
  member: M;
}

/** One request of a member or of a stranger. */
export interface AnyoneCall<R extends RouteSpec> extends Call<R> {
  member: Member | undefined;
}

interface CallsOf<R extends RouteSpec, M extends Member> {
  public: Call<R>;
  member: MemberCall<R, M>;
  anyone: AnyoneCall<R>;
}

/** What a handler answers: the reply, or the pieces of a text. */
type AnswerOf<R extends RouteSpec> = R extends { contentType: string } ? AsyncIterable<string> : ReplyOf<R>;

type HandlerOf<R extends RouteSpec, A = AnswerOf<R>, M extends Member = Member> = (
  call: CallsOf<R, M>[R['access']],
) => Promise<A> | A;

/** What a call does otherwise than the others. */
export interface OwnWays<A, M extends Member = Member> {
  /** Finds the member, and more of them than others need. */
  authenticate?: Authenticate<M>;
  /** Makes the reply's JSON of what the handler answers, where much of it is the same every time. */
  write: (answer: A) => string | Buffer;
}

/** Binds handlers to the contract's routes. */
export interface Router {
  add<R extends RouteSpec>(spec: R, handler: HandlerOf<R>): void;
  add<R extends RouteSpec, A, M extends Member = Member>(
    spec: R,
    handler: HandlerOf<R, A, M>,
    own: OwnWays<A, M>,
  ): void;
  /** The keys, `METHOD /path`, of what has been added. */
  readonly added: ReadonlySet<string>;
}

/** What the OpenAPI document says of each kind of access. */
const SECURITY: Readonly<Record<Access, readonly Record<string, readonly string[]>[] | undefined>> = {
  public: undefined,
  member: [{ bearer: [] }],
  anyone: [{ bearer: [] }, {}],
};

const JSON_TYPE = 'application/json; charset=utf-8';
const BEARER = /^Bearer ([\w-]{1,200})$/;

/**
 * @param isOpen whether the operator's site is open; asked only by calls that a closed site refuses
 */
export function createRouter(
  app: FastifyInstance,
  authenticate: Authenticate,
  limits: Pick<CallLimits, 'of' | 'member' | 'stranger'>,
  isOpen: () => Promise<boolean>,
): Router {
  const added = new Set<string>();

  const refuseWhenClosed = async (): Promise<void> => {
    if (!(await isOpen())) throw new AppError('gone');
  };

  function add<R extends RouteSpec, A, M extends Member>(
    spec: R,
    handler: HandlerOf<R, A, M>,
    own?: OwnWays<A, M>,
  ): void {
    const key = `${spec.method} ${spec.path}`;
    added.add(key);
    const guard = limits.of(key);
    const closes = spec.closes === 'always';
    const handle = handler as (call: AnyoneCall<R>) => Promise<A>;
    const run =
      spec.closes === 'into_game'
        ? (call: AnyoneCall<R>) =>
            leadsIntoGame(call.body) ? refuseWhenClosed().then(() => handle(call)) : handle(call)
        : handle;
    const find: Authenticate = own?.authenticate ?? authenticate;
    const send = senderOf(spec, own?.write);
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
      // Before the body is even read: a stranger learns nothing about shapes, and costs nothing.
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
        return limits.member(callerOf(request), token, find).then((member) => {
          request.member = member;
          return closes ? refuseWhenClosed() : undefined;
        });
      },
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        // Replies are about one member and this moment; nothing on the way may keep them.
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

const leadsIntoGame = (body: unknown): boolean => (body as { to?: unknown } | undefined)?.to !== MAIN_WALLET;

const isGiven = ({ headers }: FastifyRequest): boolean => headers.authorization !== undefined;

/** The bearer token of a request; undefined without one, and where the header is none. */
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

type Send<A> = (reply: FastifyReply, answer: Promise<A> | A) => Promise<unknown>;

/** How an answer is sent that Fastify does not write by the reply's schema. */
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
    /** Set on the routes that need a member. */
    member?: Member;
  }
  interface FastifyContextConfig {
    /** Of a call of the contract, `METHOD /path`: the router holds those to their limits. */
    key?: string;
    /** What the contract says of it. */
    spec?: RouteSpec;
    /** The path or the reply holds a secret. */
    secret?: boolean;
    /** The file the call takes. */
    upload?: NonNullable<RouteSpec['upload']>;
  }
  interface FastifySchema {
    summary?: string;
    security?: readonly Record<string, readonly string[]>[];
  }
}

/**
 * The catalogue code a failed validation is answered with: something is missing, or something is wrong.
 */
export function validationCode(error: z.ZodError): 'KEY_MISSING' | 'KEY_INVALID' {
  const missing = error.issues.every((issue) => issue.input === undefined);
  return missing ? 'KEY_MISSING' : 'KEY_INVALID';
}
