import { ApiError, errorText } from '../../lib/api-error.ts';
import { spinCodeText } from '../../lib/i18n/i18n.ts';

/** What to tell of a failed spin or claim: the wheel's own words for the code, else the general ones. */
export function spinErrorText(error: unknown): string {
  return (error instanceof ApiError ? spinCodeText(error.code) : undefined) ?? errorText(error);
}
