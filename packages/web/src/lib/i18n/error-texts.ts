import type { ErrorCode } from '@krapao/contract/errors';

/** Texts of the server's codes in one language. */
export type ErrorTexts = Readonly<Record<ErrorCode, string>>;
