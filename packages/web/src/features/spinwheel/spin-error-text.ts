import { ApiError, errorText } from '../../lib/api-error.ts';
import { spinCodeText } from '../../lib/i18n/i18n.ts';

/** Returns the text for a failed spin or claim: the wheel's own text for the code, else the general one. */
export function spinErrorText(error: unknown): string {
  return (error instanceof ApiError ? spinCodeText(error.code) : undefined) ?? errorText(error);
}
