import { GUEST_HEADER, UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits';
import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import { ApiError, CONNECTION_ERROR } from './api-error.ts';
import { headersOf, readPayload, bodyOrError, type CallOptions } from './http.ts';
import { getToken } from './session-token.ts';
import { settings } from './settings.ts';

/** Name of the form field that holds the file of every upload. */
const FIELD = 'file';

interface UploadOptions extends CallOptions {
  /** Called with the share of the request that has been sent, 0 to 1. */
  onProgress?: (part: number) => void;
  /** Id of the guest who sends the file. */
  guestId?: string | undefined;
}

/**
 * Sends one file as a form and resolves with the reply's body. The answer may take five minutes. Uses
 * `XMLHttpRequest` because `fetch` does not report upload progress.
 * @throws ApiError as `call` does; the signal's reason when it was aborted
 */
export async function upload<Key extends RouteKey>(
  route: Key & `POST ${string}`,
  file: File,
  { onProgress, guestId, timeoutMs = UPLOAD_TIMEOUT_MS, signal, ...options }: UploadOptions = {},
): Promise<ResponseBody<Key>> {
  const token = getToken();
  const form = new FormData();
  form.append(FIELD, file);
  const request = new XMLHttpRequest();
  // Sent in a header, since proxies log addresses. An API of another origin may reject the header.
  const isOwn = settings.apiBaseUrl === '';
  const search = guestId && !isOwn ? `?guestId=${encodeURIComponent(guestId)}` : '';
  request.open('POST', settings.apiBaseUrl + route.slice(route.indexOf(' ') + 1) + search);
  for (const [name, value] of Object.entries(headersOf(token, options)))
    request.setRequestHeader(name, value);
  if (guestId && isOwn) request.setRequestHeader(GUEST_HEADER, guestId);
  request.timeout = timeoutMs;
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total > 0 ? loaded / total : 0),
  );

  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      request.abort();
      reject(signal?.reason as Error);
    };
    const fail = () => reject(new ApiError(CONNECTION_ERROR, 0));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.addEventListener('load', () => resolve());
    request.addEventListener('error', fail);
    request.addEventListener('timeout', fail);
    request.send(form);
  });
  const { status, responseText } = request;
  const retryAfter = request.getResponseHeader('retry-after');
  const reply = { status, payload: readPayload(responseText), retryAfter };
  return bodyOrError(token, reply) as ResponseBody<Key>;
}
