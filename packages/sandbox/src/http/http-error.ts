/** A refusal with an HTTP status: answered as `{ error, message? }`. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notFound = (what: string): HttpError => new HttpError(404, 'not_found', what);
