/** Stripe's list of PaymentIntents, newest first. Parameters and fields are documented (A). */
import { z } from 'zod';
import { listOf } from '../services/nested-form.ts';
import type { StripeIntentRecord } from '../store/stripe-records.ts';
import { refuse } from './errors.ts';

const [LISTED, MAX_LISTED] = [10, 100];

const seconds = z.coerce.number().int().min(0).optional();

/** The ids that are answered as whole objects. */
export const expand = z.preprocess(listOf, z.array(z.string())).default([]);

export const listQuery = z.strictObject({
  created: z.strictObject({ gt: seconds, gte: seconds, lt: seconds, lte: seconds }).default({}),
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(LISTED),
  starting_after: z.string().optional(),
  expand,
});

type Asked = Omit<z.output<typeof listQuery>, 'expand'>;

/** @param all oldest first @throws Refusal `resource_missing` for an unknown cursor */
export function pageOf(all: readonly StripeIntentRecord[], { created, limit, starting_after: after }: Asked) {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created;
  const newest = all.toReversed();
  const place = after === undefined ? -1 : newest.findIndex(({ id }) => id === after);
  if (after !== undefined && place < 0) refuse('resource_missing');
  const rest = newest.slice(place + 1).filter(({ createdAt }) => {
    const at = Math.floor(createdAt / 1000);
    return at > gt && at >= gte && at < lt && at <= lte;
  });
  return { entries: rest.slice(0, limit), hasMore: rest.length > limit };
}
