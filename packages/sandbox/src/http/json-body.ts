import { HttpError } from './http-error.ts';
import type { App } from './types.ts';

/**
 * Parses JSON bodies and keeps the raw text, which the signature covers. A body that is not JSON is only
 * marked here: it is reported after the signature check.
 */
export function keepRawBody(app: App): void {
  app.decorateRequest('rawBody', '');
  app.decorateRequest('badJson', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawBody = text;
    let body: unknown;
    try {
      body = text === '' ? undefined : JSON.parse(text);
    } catch {
      request.badJson = true;
    }
    done(null, body);
  });
}

/** Answers 400 to bodies that are not JSON. Runs after the signature check where there is one. */
export function refuseBadJson(app: App): void {
  app.addHook('preValidation', async (request) => {
    if (request.badJson) throw new HttpError(400, 'bad_body', 'the body is not JSON');
  });
}
