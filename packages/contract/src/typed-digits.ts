/**
 * Numbers that name something, as people type and paste them: phone numbers, account numbers, one-time codes.
 * The app and the server read them by the same functions, so that `+66 81-234-5678` is the member `0812345678`.
 */

/** The zeros of the scripts whose digits are read: Thai, Lao, full-width, Khmer, Burmese. Nine digits follow each. */
const ZEROS = ['\u0e50', '\u0ed0', '\uff10', '\u17e0', '\u1040'] as const;
const FOREIGN_DIGIT = /[\u0e50-\u0e59\u0ed0-\u0ed9\uff10-\uff19\u17e0-\u17e9\u1040-\u1049]/g;

const digitOf = (character: string): string => {
  const code = character.charCodeAt(0);
  const zero = ZEROS.map((each) => code - each.charCodeAt(0)).find((value) => value >= 0 && value <= 9);
  return String(zero ?? character);
};

/** Characters without a shape of their own: direction marks, joiners, zero-width spaces. Contacts are pasted with them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The text with ASCII digits, and without characters that cannot be seen. */
export const withPlainDigits = (text: string): string =>
  text.replace(INVISIBLE, '').replace(FOREIGN_DIGIT, digitOf);

/** What people put between the digits of one number: spaces, dashes, points, brackets. */
const BETWEEN_DIGITS = /[\s\p{Pd}\u2212.\uff0e()\uff08\uff09]/gu;

/**
 * An account number or a one-time code: its digits. A character that has no place in one is kept, so that it is seen
 * and refused; it is never dropped, which would make another number of it.
 */
export const readDigits = (text: string): string => withPlainDigits(text).replace(BETWEEN_DIGITS, '');

/** `+66 81…`, `0066…`, `66…` and `66 0 81…`. */
const THAI_ABROAD = /^(?:\+|00)?660?([689]\d{8})$/;
/** `+856 20…`, `00856…`, `856…`, and the number without its leading zero. */
const LAO_ABROAD = /^(?:(?:\+|00)?8560?)?(20\d{8}|30\d{7})$/;

/**
 * A phone number as it is written nationally, with its leading zero.
 * @param laos whether numbers are Lao ones
 * @returns what was typed, without what stands between digits, where it is no number of the country's
 */
export function readPhone(text: string, laos: boolean): string {
  const typed = readDigits(text.replace(/^\s*tel:/i, '')).replace(/^\uff0b/, '+');
  const national = (laos ? LAO_ABROAD : THAI_ABROAD).exec(typed)?.[1];
  return national === undefined ? typed : `0${national}`;
}

/** Whether messages can be sent to it: Thailand 06, 08 or 09 and eight digits; Laos 020 + 8 or 030 + 7. */
export const isMobilePhone = (phone: string, laos: boolean): boolean =>
  (laos ? /^0(?:20\d{8}|30\d{7})$/ : /^0[689]\d{8}$/).test(phone);
