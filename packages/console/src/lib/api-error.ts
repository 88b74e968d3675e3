import type { StaffErrorCode } from '@krapao/contract/staff/errors';

/** `NO_ANSWER`: no answer came, so a write may or may not have been carried out. `UNREADABLE`: not the API's answer. */
export type FailureCode = StaffErrorCode | 'NO_ANSWER' | 'UNREADABLE';

/** A call that failed. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: FailureCode;
  /** Id under which the server logged the request; empty without an answer. */
  readonly requestId: string;

  constructor(code: FailureCode, requestId = '') {
    super(code);
    this.code = code;
    this.requestId = requestId;
  }

  /** Whether a write may have been carried out although it failed here. */
  get isUnknown(): boolean {
    return ['NO_ANSWER', 'UNREADABLE', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'].includes(this.code);
  }
}

/** Returns the code of any error; `UNREADABLE` for a fault of the console itself. */
export const codeOf = (error: unknown): FailureCode =>
  error instanceof ApiError ? error.code : 'UNREADABLE';
