import { AsyncLocalStorage } from 'node:async_hooks';
import { unknown, type Unknown } from '../../ports/outcome.ts';

/** Any reply of the counterparty. */
export interface Reply {
  outcome: 'reply';
  status: number;
  /** Media type, in lower case and without parameters. */
  contentType: string;
  text: string;
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
}

/** What one call showed of a service, for a check by the operator. */
export interface Exchanged {
  /** Status of the reply; undefined when there was none. */
  status: number | undefined;
  /** Time of the service's clock, to the second; undefined when it does not tell it. */
  serviceTime: number | undefined;
  beganAt: number;
  endedAt: number;
}

const observed = new AsyncLocalStorage<Exchanged[]>();

/** Runs work and returns its result with the calls that were made for it. */
export async function observeExchanges<T>(
  work: () => Promise<T>,
): Promise<{ result: T; calls: Exchanged[] }> {
  const calls: Exchanged[] = [];
  return { result: await observed.run(calls, work), calls };
}

/**
 * Makes one HTTP call without following redirects. No reply at all is `unknown`, and says whether the request
 * was sent.
 */
export async function exchange({ method, url, headers, body, timeoutMs }: Request): Promise<Reply | Unknown> {
  const call: Exchanged = { status: undefined, serviceTime: undefined, beganAt: Date.now(), endedAt: 0 };
  observed.getStore()?.push(call);
  try {
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.status = response.status;
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) call.serviceTime = date;
    const [contentType = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
    return {
      outcome: 'reply',
      status: response.status,
      contentType: contentType.trim(),
      text: await response.text(),
    };
  } catch (error) {
    return unknown(reasonOf(error), !neverConnected(error));
  } finally {
    call.endedAt = Date.now();
  }
}

const causeCode = (error: unknown): string =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '';

function neverConnected(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(causeCode(error));
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'no answer in time';
  return causeCode(error) || (error as Error).message;
}
