import { ERROR_STATUS, type ErrorCode } from '@krapao/contract/errors';

export interface AppErrorOptions extends ErrorOptions {
  /** Time until a retry makes sense, if known. */
  retryAfterMs?: number;
}

/** An expected failure whose code and status are the reply. */
export abstract class CodedError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** An expected failure of a player's call. The caller gets its catalogue code. */
export class AppError extends CodedError {
  override readonly code: ErrorCode;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
  }

  override get status(): number {
    return ERROR_STATUS[this.code];
  }
}
