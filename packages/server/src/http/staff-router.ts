import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Parsed } from '@krapao/contract/route';
import type { StaffRouteSpec } from '@krapao/contract/staff/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../domain/caller.ts';
import type { StaffCaller } from '../domain/staff-caller.ts';
import { StaffError } from '../kernel/staff-error.ts';
import { callerOf } from './caller.ts';
import { filePolicy } from './content-policy.ts';

/** Name of the session's cookie. */
export const STAFF_COOKIE = 'krapao_staff';

const TOKEN = /^[\w-]{43}$/;

type Answer<R extends StaffRouteSpec> = z.input<R['response']>;

/** One validated request of staff. */
export interface StaffCall<R extends StaffRouteSpec> {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
  caller: Caller;
  userAgent: string;
  requestId: string;
  /** The console's address, as the request names it. */
  site: { origin: string; hostname: string };
  /** Sets the session's cookie; undefined clears it. */
  setSession: (token: string | undefined) => void;
  /** The signed-in person; undefined for calls that need no session. */
  staff: R['permission'] extends 'none' ? undefined : StaffCaller;
}

/** A reply that the action waits for a second person (status 202). */
export class Waiting {
  readonly approvalId: string;

  constructor(approvalId: string) {
    this.approvalId = approvalId;
  }
}

/** A file as a reply: shown by the console, or saved under a name, never run. */
export class FileReply {
  readonly content: Buffer | AsyncIterable<string>;
  readonly type: string;
  /** Name under which a browser saves it; undefined for one that the console shows. */
  readonly name: string | undefined;

  constructor(content: Buffer | AsyncIterable<string>, type: string, name?: string) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

type Handler<R extends StaffRouteSpec> = (
  call: StaffCall<R>,
) => Promise<
  | Answer<R>
  | (R extends { waits: z.ZodType } ? Waiting : never)
  | (R extends { file: true } ? FileReply : never)
>;

export interface StaffRouter {
  add<R extends StaffRouteSpec>(spec: R, handler: Handler<R>): void;
  /** The keys, `METHOD /path`, of all added routes. */
  readonly added: ReadonlySet<string>;
}

export interface StaffRouterParts {
  /** Returns the person of a session's token. @throws StaffError UNAUTHORIZED */
  authenticate: (token: string) => Promise<StaffCaller>;
  /** Records that a person tried a call in vain: without its permission, or a write that was refused. */
  onRefused: (
    staff: StaffCaller,
    request: { caller: Caller; requestId: string; key: string },
    error: StaffError,
  ) => Promise<void>;
  /** Longest life of a session, for the cookie. */
  sessionMs: number;
}

/**
 * Binds handlers to the staff's calls: session, origin and permission are checked before the body is read. A call
 * without a permission stops the start.
 */
export function createStaffRouter(app: FastifyInstance, parts: StaffRouterParts): StaffRouter {
  const added = new Set<string>();
  const people = new WeakMap<FastifyRequest, StaffCaller>();

  const admit = async (spec: StaffRouteSpec, request: FastifyRequest): Promise<void> => {
    if (spec.method !== 'GET') assertOwnOrigin(request);
    if (spec.permission === 'none') return;
    const staff = await parts.authenticate(staffTokenOf(request.cookies));
    if (staff.mustSetUpFactor && !spec.withoutFactor) throw new StaffError('SECOND_FACTOR_REQUIRED');
    if (spec.permission !== 'session' && !staff.permissions.includes(spec.permission)) {
      const error = new StaffError('FORBIDDEN');
      await parts.onRefused(staff, triedBy(request), error);
      throw error;
    }
    people.set(request, staff);
  };

  /** Runs a handler. A refused write of a signed-in person is recorded; one about what does not exist is not. */
  const answerOf = async (request: FastifyRequest, handle: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await handle();
    } catch (error) {
      const staff = people.get(request);
      const isTry = error instanceof StaffError && error.code !== 'NO_DATA' && request.method !== 'GET';
      if (staff && isTry) await parts.onRefused(staff, triedBy(request), error);
      throw error;
    }
  };

  function add<R extends StaffRouteSpec>(spec: R, handler: Handler<R>): void {
    const key = `${spec.method} ${spec.path}`;
    if (!(spec.permission as string | undefined)) throw new Error(`${key} names no permission`);
    added.add(key);
    const route: RouteOptions = {
      method: spec.method,
      url: spec.path,
      ...(spec.maxBytes !== undefined && { bodyLimit: spec.maxBytes }),
      schema: {
        summary: spec.summary,
        ...(spec.params && { params: spec.params }),
        ...(spec.query && { querystring: spec.query }),
        ...(spec.body && { body: spec.body }),
        response: { 200: spec.response, ...(spec.waits && { 202: spec.waits }) },
      },
      config: { staffSpec: spec },
      onRequest: (request) => admit(spec, request),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: callerOf(request),
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
          site: { origin: `${request.protocol}://${request.host}`, hostname: request.hostname },
          setSession: (token: string | undefined) => setStaffCookie(request, reply, token, parts.sessionMs),
          staff: people.get(request),
        } as StaffCall<R>;
        const answer = await answerOf(request, () => handler(call));
        if (answer instanceof Waiting) return reply.status(202).send({ approvalId: answer.approvalId });
        if (answer instanceof FileReply) {
          return reply
            .type(answer.type)
            .header('content-security-policy', filePolicy)
            .header(
              'content-disposition',
              answer.name === undefined ? 'inline' : `attachment; filename="${answer.name}"`,
            )
            .header('referrer-policy', 'no-referrer')
            .send(answer.content instanceof Buffer ? answer.content : Readable.from(answer.content));
        }
        return answer;
      },
    };
    app.route(route);
  }

  return { add, added };
}

/** Returns the call that a request tried, with the ids of its path. */
const triedBy = (request: FastifyRequest) => ({
  caller: callerOf(request),
  requestId: request.id,
  key: `${request.method} ${request.url.split('?', 1)[0] ?? ''}`,
});

/**
 * Refuses a write from another site.
 * @throws StaffError ORIGIN_INVALID
 */
function assertOwnOrigin({ headers, host }: FastifyRequest): void {
  if (!isOwnOrigin(headers, host)) throw new StaffError('ORIGIN_INVALID');
}

/**
 * Tells whether a request came from a page of the same host. Browsers name the origin of every write and of every
 * socket; scripts do not, and carry no cookie of a person unless they were given one.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, host: string): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  return origin === undefined ? site === undefined || site === 'same-origin' : hostOf(origin) === host;
}

/**
 * Returns the session's token of a request's cookies.
 * @throws StaffError UNAUTHORIZED without a valid one
 */
export function staffTokenOf(cookies: Readonly<Record<string, string | undefined>>): string {
  const token = cookies[STAFF_COOKIE];
  if (token === undefined || !TOKEN.test(token)) throw new StaffError('UNAUTHORIZED');
  return token;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Sets the session's cookie; an undefined token clears it. */
export function setStaffCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  sessionMs: number,
): void {
  const options = {
    path: '/staff/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const;
  if (token === undefined) reply.clearCookie(STAFF_COOKIE, options);
  else reply.setCookie(STAFF_COOKIE, token, { ...options, maxAge: Math.floor(sessionMs / 1_000) });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contract entry of a staff call. */
    staffSpec?: StaffRouteSpec;
  }
}
