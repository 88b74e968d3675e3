import { unknown, type Unknown } from '../../ports/outcome.ts';
import { exchange, type Request } from './exchange.ts';
import { parseObject, type JsonObject } from './read-answer.ts';

/** An answer of a service that is not ours: any status with a JSON object. */
export interface ServiceAnswer {
  outcome: 'answer';
  status: number;
  body: JsonObject;
}

/** Connection to a service: its address without a slash at the end, and the time limit of a call. */
export interface ServiceConnection {
  baseUrl: string;
  timeoutMs: number;
}

/** Calls a service that answers in JSON. Web pages and other texts tell nothing. */
export async function callService(request: Request): Promise<ServiceAnswer | Unknown> {
  const reply = await exchange(request);
  if (reply.outcome === 'unknown') return reply;
  const body = parseObject(reply.text);
  if (!body) return unknown(`status ${reply.status}, not JSON`);
  return { outcome: 'answer', status: reply.status, body };
}

/** Asks a service for a list, which it answers as a JSON list. Anything else tells nothing. */
export async function callServiceForList(request: Request): Promise<readonly unknown[] | Unknown> {
  const reply = await exchange(request);
  if (reply.outcome === 'unknown') return reply;
  const object = reply.status === 200 ? parseObject(`{"list":${reply.text}}`) : null;
  const list = object?.['list'];
  return Array.isArray(list) ? (list as unknown[]) : unknown(`status ${reply.status}, not a list`);
}

/**
 * Returns whether a status says that the service took no action because of the request itself. A time-out or a
 * throttled call says nothing of the kind.
 */
export const isRefusalStatus = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;
export const JSON_BODY = { 'content-type': 'application/json' } as const;

/** Returns the header of HTTP Basic authentication. */
export const basicAuth = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
});

export const bearerAuth = (token: string) => ({ authorization: `Bearer ${token}` });
