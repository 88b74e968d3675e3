import { ApiError } from '../../lib/api-error.ts';
import { codeText } from '../../lib/i18n/i18n.ts';

/** Returns the reason of a failed spin or claim: the wheel's own text for the code, else the error itself. */
export function spinReason(error: unknown): unknown {
  return (error instanceof ApiError ? codeText(error.code, 'spinErrors') : undefined) ?? error;
}
