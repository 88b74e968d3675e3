import { ERROR_STATUS, type ErrorCode } from '@krapao/contract/errors';

/** An expected failure, answered to the caller by its catalogue code. */
export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
