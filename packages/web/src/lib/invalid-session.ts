/** Thai text for 'identity cannot be verified'; some servers send it in place of a code. */
export const CANNOT_VERIFY_IDENTITY_TH = 'ไม่สามารถยืนยันตัวตนได้ กรุณาเข้าสู่ระบบใหม่';

const INVALID_TOKEN_CODES = new Set([
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
]);

/**
 * True when an error reply means that the stored token is invalid: by its code, by the Thai text, or by
 * status 401 without any other known code. `codeText` tells which codes are known.
 */
export function isInvalidSession(
  status: number,
  message: string,
  codeText: (code: string) => string | undefined,
): boolean {
  if (INVALID_TOKEN_CODES.has(message) || message === CANNOT_VERIFY_IDENTITY_TH) return true;
  return status === 401 && codeText(message) === undefined;
}
