/**
 * Numbers that identify something, as people type and paste them: phone numbers, account numbers, one-time
 * codes. The app and the server read them by the same functions, so that `+66 81-234-5678` is the member
 * `0812345678`.
 */

/** Zeros of the accepted scripts: Thai, Lao, full-width, Khmer, Burmese. Nine digits follow each. */
const ZEROS = ['\u0e50', '\u0ed0', '\uff10', '\u17e0', '\u1040'] as const;
const FOREIGN_DIGIT = /[\u0e50-\u0e59\u0ed0-\u0ed9\uff10-\uff19\u17e0-\u17e9\u1040-\u1049]/g;

const digitOf = (character: string): string => {
  const code = character.charCodeAt(0);
  const zero = ZEROS.map((each) => code - each.charCodeAt(0)).find((value) => value >= 0 && value <= 9);
  return String(zero ?? character);
};

/** Invisible characters: direction marks, joiners, zero-width spaces. Pasted contacts contain them. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns the text with ASCII digits and without invisible characters. */
export const withPlainDigits = (text: string): string =>
  text.replace(INVISIBLE, '').replace(FOREIGN_DIGIT, digitOf);

/** Separators that people type between the digits of a number: spaces, dashes, points, brackets. */
const BETWEEN_DIGITS = /[\s\p{Pd}\u2212.\uff0e()\uff08\uff09]/gu;

/**
 * Returns the digits of an account number or a one-time code. Keeps a character that does not belong, so that
 * it is seen and refused: dropping it would make another number.
 */
export const readDigits = (text: string): string => withPlainDigits(text).replace(BETWEEN_DIGITS, '');

/** `+66 81…`, `0066…`, `66…` and `66 0 81…`. */
const THAI_ABROAD = /^(?:\+|00)?660?([689]\d{8})$/;
/** `+856 20…`, `00856…`, `856…`, and the number without its leading zero. */
const LAO_ABROAD = /^(?:(?:\+|00)?8560?)?(20\d{8}|30\d{7})$/;

/**
 * Returns a phone number in its national form, with its leading zero.
 * @param laos whether numbers are Lao ones
 * @returns the typed text without separators, where it is not a number of the country
 */
export function readPhone(text: string, laos: boolean): string {
  const typed = readDigits(text.replace(/^\s*tel:/i, '')).replace(/^\uff0b/, '+');
  const national = (laos ? LAO_ABROAD : THAI_ABROAD).exec(typed)?.[1];
  return national === undefined ? typed : `0${national}`;
}

/**
 * Checks whether a number can receive messages: Thailand 06, 08 or 09 and eight digits; Laos 020 + 8 or 030 +
 * 7.
 */
export const isMobilePhone = (phone: string, laos: boolean): boolean =>
  (laos ? /^0(?:20\d{8}|30\d{7})$/ : /^0[689]\d{8}$/).test(phone);
