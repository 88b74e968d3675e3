/** Opn's lists: a page of the records that were made in a period. Parameters and fields are documented (A). */
import { z } from 'zod';
import { isoOf } from './fields.ts';

const [LISTED, MAX_LISTED] = [20, 100];

const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => Date.parse(text))
  .optional();

export const listQuery = z.object({
  from: time,
  to: time,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(LISTED),
  order: z.enum(['chronological', 'reverse_chronological']).default('chronological'),
});

/**
 * Returns a page and what a list tells of it.
 * @param all oldest first
 * @param nowMs epoch milliseconds, at which a period ends that names no end
 */
export function pageOf<T extends { readonly createdAt: number }>(
  all: readonly T[],
  asked: z.output<typeof listQuery>,
  nowMs: number,
) {
  const { from = 0, to = nowMs, offset, limit, order } = asked;
  const within = all.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
  if (order === 'reverse_chronological') within.reverse();
  return {
    order,
    from: isoOf(from),
    to: isoOf(to),
    offset,
    limit,
    total: within.length,
    entries: within.slice(offset, offset + limit),
  };
}
