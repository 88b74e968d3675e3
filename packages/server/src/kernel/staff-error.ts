import { STAFF_ERROR_STATUS, type StaffErrorCode } from '@krapao/contract/staff/errors';
import { CodedError, type AppErrorOptions } from './app-error.ts';

/** An expected failure of a staff call. The caller gets its code. */
export class StaffError extends CodedError {
  override readonly code: StaffErrorCode;

  constructor(code: StaffErrorCode, options: AppErrorOptions = {}) {
    super(code, options);
    this.name = 'StaffError';
    this.code = code;
  }

  override get status(): number {
    return STAFF_ERROR_STATUS[this.code];
  }
}
