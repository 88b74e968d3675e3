/**
 * Options of a test or suite that is in the whole form of the test run alone (`npm test -- whole`). A file of which that
 * is true has `@module-tag whole` in its first comment.
 */
export const inWhole = { tags: ['whole'] };
