import { z } from 'zod';

const MAX_PAGE = 200;
const DEFAULT_PAGE = 100;

/** Query of every feed. */
export const feedQuery = z.object({
  after: z
    .string()
    .regex(/^[A-Za-z0-9]{0,100}$/, 'must be a cursor of this feed')
    .default(''),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_PAGE, `must be from 1 to ${MAX_PAGE}`)
    .default(DEFAULT_PAGE),
});
