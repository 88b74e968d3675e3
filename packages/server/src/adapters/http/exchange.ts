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

/** A file of the counterparty; undefined bytes: it is larger than what was asked for. */
export interface FileReply extends Omit<Reply, 'outcome' | 'text'> {
  outcome: 'file';
  bytes: Buffer | undefined;
}

/** What one call showed of a service. */
export interface Exchanged {
  /** Status of the reply; undefined when there was none. */
  status: number | undefined;
  /** True when the service was not reached, did not answer in time, stopped amid its reply, or replied with 5xx. */
  isFailed: boolean;
  /** Time of the service's clock, to the second; undefined when it does not tell it. */
  serviceTime: number | undefined;
  beganAt: number;
  endedAt: number;
}

const observed = new AsyncLocalStorage<Exchanged[]>();

/** Runs work and returns its result with the calls that were made for it. May be nested. */
export async function observeExchanges<T>(
  work: () => Promise<T>,
): Promise<{ result: T; calls: Exchanged[] }> {
  const calls: Exchanged[] = [];
  const outer = observed.getStore();
  try {
    return { result: await observed.run(calls, work), calls };
  } finally {
    outer?.push(...calls);
  }
}

/**
 * Makes one HTTP call without following redirects. No reply at all is `unknown`, and says whether the request
 * was sent.
 */
export const exchange = (request: Request): Promise<Reply | Unknown> =>
  call(request, async (response, about) => ({
    outcome: 'reply' as const,
    ...about,
    text: await response.text(),
  }));

/** Like {@link exchange}, for a reply that is no text. @param mostBytes bytes of the largest reply that is read */
export const exchangeFile = (request: Request, mostBytes: number): Promise<FileReply | Unknown> =>
  call(request, async (response, about) => ({
    outcome: 'file' as const,
    ...about,
    bytes: await readBytes(response, mostBytes),
  }));

async function call<T>(
  { method, url, headers, body, timeoutMs }: Request,
  read: (response: Response, about: { status: number; contentType: string }) => Promise<T>,
): Promise<T | Unknown> {
  const made: Exchanged = {
    status: undefined,
    isFailed: true,
    serviceTime: undefined,
    beganAt: Date.now(),
    endedAt: 0,
  };
  observed.getStore()?.push(made);
  try {
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    made.status = response.status;
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) made.serviceTime = date;
    const [contentType = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
    const reply = await read(response, { status: response.status, contentType: contentType.trim() });
    made.isFailed = response.status >= 500;
    return reply;
  } catch (error) {
    return unknown(reasonOf(error), !neverConnected(error));
  } finally {
    made.endedAt = Date.now();
  }
}

async function readBytes(response: Response, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop ends the download.
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
