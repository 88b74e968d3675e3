import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: anybody (`public`); the member whose bearer token the request carries (`member`); or
 * either, where a token that is sent must be good (`anyone`).
 */
export type Access = 'public' | 'member' | 'anyone';

/** `into_game`: a body whose `to` is not the main wallet. */
export type Closes = 'always' | 'into_game';

/** One call of the API as data. Server, web client, sandbox and OpenAPI document all derive from it. */
export interface RouteSpec {
  method: Method;
  /** Path with `:name` parameters, exactly as the wire has it. */
  path: string;
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** The catalogue codes this call may answer, besides the general ones. */
  errors: readonly ErrorCode[];
  /**
   * True for a GET that changes state: such a call needs the fixed request header, and repeating it does
   * no harm.
   */
  mutates?: true;
  /** The one file this call takes, as multipart form data. */
  upload?: { field: string; maxBytes: number };
  /** The reply is a text of this type, sent piece by piece as it is made. */
  contentType?: string;
  /**
   * What of this call stops while the operator's site is closed: all of it, or only credit that goes `into_game`.
   * Left out: the call stays open. Closed is what brings money in; getting it out and reading stay.
   */
  closes?: Closes;
  /** True when the reply or the path holds a secret: the path is redacted in logs, the reply `no-store`. */
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

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives, after validation. */
export type ParamsOf<R extends RouteSpec> = Parsed<R['params']>;
export type QueryOf<R extends RouteSpec> = Parsed<R['query']>;
export type BodyOf<R extends RouteSpec> = Parsed<R['body']>;
/** What a handler returns. */
export type ReplyOf<R extends RouteSpec> = z.input<R['response']>;

/** What a client sends and gets. */
export type SentParamsOf<R extends RouteSpec> = Sent<R['params']>;
export type SentBodyOf<R extends RouteSpec> = Sent<R['body']>;
export type ReceivedOf<R extends RouteSpec> = z.output<R['response']>;
