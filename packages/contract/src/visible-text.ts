/**
 * Names as stored and shown: a profile in the spirit of RFC 8266 (nicknames) over the FreeformClass of RFC
 * 8264. A name contains nothing invisible, nothing that changes the direction of following text, and nothing
 * that leaves its line.
 */

/** ASCII, Thai and Lao with single spaces: most names, which need no change. */
const PLAIN = /^(?! )(?:(?! {2}| $)[ -~\u0e01-\u0e3a\u0e3f-\u0e5b\u0e81-\u0edf])*$/;
/** Thai and Lao stack at most a vowel, a tone and a sign on a letter; no script stacks more. */
const MOST_MARKS = 4;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu');
const MANY_MARKS = /\p{M}{3}/u;

/** Joiners and signs that are part of an emoji, as in a family or a flag. */
const WITHIN_PICTURE =
  /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\u2800]/gu;
/**
 * Placeholders for characters that stay while the others are removed. They are control characters, which no
 * name contains.
 */
const STAND_INS = [
  ['\u200d', '\u0001'],
  ['\ufe0f', '\u0002'],
] as const;

/**
 * Returns a name in its stored form: composed, on one line, with single spaces, and without invisible
 * characters.
 * @returns empty text where nothing is visible. Control characters are left for the caller to refuse.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text) && !MANY_MARKS.test(text)) return text;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0001\u0002]/.test(text)) return text.trim();
  let kept = text
    .normalize('NFC')
    .replace(WITHIN_PICTURE, (sign) => (sign === '\u200d' ? '\u0001' : '\u0002'));
  kept = kept.replace(INVISIBLE, '');
  for (const [sign, standIn] of STAND_INS) kept = kept.replaceAll(standIn, sign);
  // Removed characters may have kept their neighbours apart, so the text is normalised again.
  return kept
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
    .replace(TOO_MANY_MARKS, '$1');
}
