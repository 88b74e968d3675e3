import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER, verify } from './signature.ts';

/** Lets only signed requests through to the routes of this scope. */
export function requireSignature(app: App, secret: string, now: () => number): void {
  app.addHook('preValidation', async (request) => {
    const parts = { method: request.method, path: request.raw.url ?? '', body: request.rawBody };
    const { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature } = request.headers;
    if (!verify(secret, now(), parts, timestamp, signature)) throw new HttpError(401, 'bad_signature');
  });
}
