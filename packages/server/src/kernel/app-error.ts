import { ERROR_STATUS, type ErrorCode } from '@krapao/contract/errors';

export interface AppErrorOptions extends ErrorOptions {
  /** When it is worth trying again, where that is known. */
  retryAfterMs?: number;
}

/** An expected failure, answered to the caller by its catalogue code. */
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
