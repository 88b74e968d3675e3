import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Allowed callers: everyone (`public`); the member whose bearer token the request carries (`member`); or
 * either, where a token that is sent must be valid (`anyone`).
 */
export type Access = 'public' | 'member' | 'anyone';

/** `into_game`: only calls whose body has a `to` other than the main wallet. */
export type Closes = 'always' | 'into_game';

/**
 * One call of the API as data. The server, the web client, the sandbox and the OpenAPI document derive from
 * it.
 */
export interface RouteSpec {
  method: Method;
  /** Path with `:name` parameters, exactly as on the wire. */
  path: string;
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Catalogue codes this call may answer, in addition to the general ones. */
  errors: readonly ErrorCode[];
  /**
   * True for a GET that changes state: the call needs the fixed request header, and repeating it is harmless.
   */
  mutates?: true;
  /** The single file of this call, as multipart form data. */
  upload?: { field: string; maxBytes: number };
  /** Content type of a streamed text reply. */
  contentType?: string;
  /**
   * Part of this call that stops while the operator's site is closed: all of it, or only credit that goes
   * `into_game`. Left out: the call stays open. Closing stops incoming money; withdrawing and reading stay
   * open. The same part of a member's call stops during the member's break or exclusion.
   */
  closes?: Closes;
  /** True when the reply or the path contains a secret: logs redact the path, and the reply is `no-store`. */
  secret?: true;
}

export function defineRoute<const R extends RouteSpec>(spec: R): R {
  return spec;
}

/** Every route of an area, keyed `METHOD /path`. The key is checked against the spec it names. */
export function defineArea<const A extends Record<string, RouteSpec>>(
  area: A & { [K in keyof A]: K extends `${A[K]['method']} ${A[K]['path']}` ? A[K] : never },
): A {
  return area;
}

/** Value of a schema after validation; undefined without a schema. */
export type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** Input of a handler, after validation. */
export type ParamsOf<R extends RouteSpec> = Parsed<R['params']>;
export type QueryOf<R extends RouteSpec> = Parsed<R['query']>;
export type BodyOf<R extends RouteSpec> = Parsed<R['body']>;
/** Return value of a handler. */
export type ReplyOf<R extends RouteSpec> = z.input<R['response']>;

/** Request and reply types of a client. */
export type SentParamsOf<R extends RouteSpec> = Sent<R['params']>;
export type SentBodyOf<R extends RouteSpec> = Sent<R['body']>;
export type ReceivedOf<R extends RouteSpec> = z.output<R['response']>;
