import type { Reads } from '../../lib/read-traits.ts';

declare module '../../lib/read-traits.ts' {
  interface KeptReplies {
    'POST /api/statement': true;
  }
}

/** Only the first page of the whole statement is kept. */
function isFirstPage(body: unknown): boolean {
  const { page, ...rest } = (body ?? {}) as { page?: number; limit?: number };
  return page === 1 && Object.keys(rest).every((name) => name === 'limit');
}

export const statementReads = {
  'POST /api/statement': {
    kept: { isWanted: isFirstPage, withoutSecrets: (page) => page },
  },
} satisfies Reads;
