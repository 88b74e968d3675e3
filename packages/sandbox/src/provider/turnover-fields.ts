/** Schemas of a request for a turnover report. */
import { z } from 'zod';
import { DEFAULT_PAGE, MAX_PAGE } from './turnover.ts';

/** A cursor of the report; left out, the beginning. */
export const turnoverCursor = z
  .string()
  .regex(/^[A-Za-z0-9]{0,100}$/, 'must be a cursor of this report')
  .default('');

export const pageSize = z.int().min(1).max(MAX_PAGE).default(DEFAULT_PAGE);

/** A page size as text, as in a query or a form. */
export const pageSizeText = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().min(1).max(MAX_PAGE))
  .default(DEFAULT_PAGE);
