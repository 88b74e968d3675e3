/** Queries and fragments of URLs, which may contain codes and tokens. */
const QUERY = /[?#][^\s:)]*/g;
/** Tokens, keys and digests. */
const LONG_WORD = /[\w-]{32,}/g;
/** Phones and account numbers. */
const LONG_NUMBER = /\d{7,}/g;

/** Removes text that looks like a secret or a personal number from untrusted input, for the log. */
export const withoutSecrets = (text: string): string =>
  text.replace(QUERY, '').replace(LONG_WORD, '…').replace(LONG_NUMBER, '…');
