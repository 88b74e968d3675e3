import { ERROR_STATUS, type ErrorCode } from '@krapao/contract/errors';

export interface AppErrorOptions extends ErrorOptions {
  /** Time until a retry makes sense, if known. */
  retryAfterMs?: number;
}

/** An expected failure. The caller gets its catalogue code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
