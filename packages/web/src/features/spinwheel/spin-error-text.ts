import { ApiError, errorText } from '../../lib/api-error.ts';
import { codeText } from '../../lib/i18n/i18n.ts';

/** Returns the text for a failed spin or claim: the wheel's own text for the code, else the general one. */
export function spinErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  return codeText(error.code, 'spinErrors') ?? codeText(error.code) ?? errorText(error);
}
