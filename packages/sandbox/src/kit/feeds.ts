import type { z } from 'zod';
import { replyOf, signatureChecks, type Check } from './checks.ts';
import { demand } from './client.ts';

const MOST_PAGES = 20;

/** Checks a list that grows, read from a cursor on. */
const feedChecks = (
  schema: z.ZodType<{ transfers: readonly { cursor: string }[]; next: string }>,
): Check[] => [
  ...signatureChecks({ method: 'GET', path: '/feed?after=&limit=1' }),
  {
    name: 'answers pages of at most the asked length',
    run: async (client) => {
      let after = '';
      for (let count = 0; count < MOST_PAGES; count += 1) {
        const page = await client.expect('GET', `/feed?after=${encodeURIComponent(after)}&limit=2`, {
          schema,
        });
        demand(page.transfers.length <= 2, `a page of 2 has ${page.transfers.length}`);
        if (page.transfers.length === 0)
          return demand(page.next === after, 'the cursor moves without an entry');
        after = page.next;
      }
    },
  },
  {
    name: 'answers the same page for the same cursor',
    run: async (client) => {
      const read = () => client.expect('GET', '/feed?after=&limit=100', { schema });
      const [first, second] = [await read(), await read()];
      demand(JSON.stringify(first) === JSON.stringify(second), 'the same cursor gives another page');
    },
  },
];

export const bankFeedChecks: readonly Check[] = feedChecks(replyOf('bank-feed', 'GET /feed'));
export const walletFeedChecks: readonly Check[] = feedChecks(replyOf('ewallet-feed', 'GET /feed'));
