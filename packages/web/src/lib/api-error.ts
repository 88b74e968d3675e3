import { codeText, t } from './i18n/i18n.ts';

/** Code for a missing answer: offline, time-out, connection lost. */
export const CONNECTION_ERROR = 'CONNECTION_ERROR';

/** Code of a call that was not sent because the device has no network. */
export const NOTHING_SENT = 'NOTHING_SENT';

/** Codes of server faults that leave the outcome unknown. */
const LEAVES_OPEN: ReadonlySet<string> = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);

/** Failed call: the server refused it, or no answer came (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Catalogue code, the server's raw message, or `CONNECTION_ERROR`. */
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's reference of the request, for support. */
  readonly requestId: string | undefined;
  /** Seconds the server asks the client to wait before a retry. */
  retryAfterSeconds: number | undefined;
  /** The app has already handled the error by leaving the page, so no message is shown. */
  isSeenTo = false;

  constructor(code: string, status: number, requestId?: string) {
    super(code);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }

  /** True when the server said for certain that nothing was done. Otherwise the outcome is unknown. */
  get isDefinite(): boolean {
    if (this.code === NOTHING_SENT) return true;
    if (this.status >= 400 && this.status < 500) return true;
    return this.status >= 500 && !LEAVES_OPEN.has(this.code) && codeText(this.code) !== undefined;
  }
}

/** Returns the text of a code or of a raw server message, in the language in use. */
export function messageText(codeOrText: string): string {
  const text = codeText(codeOrText);
  if (text === undefined) return codeOrText;
  // All four identity failures read alike; the digit lets support tell them apart.
  const reference = /^INVALID_USER_(\d)$/.exec(codeOrText)?.[1];
  return reference ? `${text} (${reference})` : text;
}

/** Text for the player about any caught error, in the language in use. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('common.unexpectedError');
  if (error.code === CONNECTION_ERROR) return t('common.connectionError');
  if (error.code === NOTHING_SENT) return t('network.nothingSent');
  if (error.code === '') return t('common.unexpectedError');
  // The text of this code already names the wait: a minute.
  const isTold = error.status !== 429 || error.code === 'REQUEST_LIMIT_1MIN';
  const wait = isTold ? undefined : waitText(error.retryAfterSeconds);
  return wait === undefined ? messageText(error.code) : `${messageText(error.code)} ${wait}`;
}

function waitText(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  if (seconds < 90) return t('common.waitSeconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return t('common.waitMinutes', { count: minutes });
  return t('common.waitHours', { count: Math.ceil(minutes / 60) });
}
