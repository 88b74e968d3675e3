/** Ends of addresses, which may carry codes and tokens. */
const QUERY = /[?#][^\s:)]*/g;
/** Tokens, keys and digests. */
const LONG_WORD = /[\w-]{32,}/g;
/** Phones and account numbers. */
const LONG_NUMBER = /\d{7,}/g;

/** A text of a stranger's as it may stand in a log: without what looks like a secret or a person's number. */
export const withoutSecrets = (text: string): string =>
  text.replace(QUERY, '').replace(LONG_WORD, '…').replace(LONG_NUMBER, '…');
