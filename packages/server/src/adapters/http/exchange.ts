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

/**
 * Makes one HTTP call without following redirects. No reply at all is `unknown`, and says whether the request
 * was sent.
 */
export async function exchange({ method, url, headers, body, timeoutMs }: Request): Promise<Reply | Unknown> {
  try {
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const [contentType = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
    return {
      outcome: 'reply',
      status: response.status,
      contentType: contentType.trim(),
      text: await response.text(),
    };
  } catch (error) {
    return unknown(reasonOf(error), !neverConnected(error));
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
