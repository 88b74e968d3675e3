import { z } from 'zod';
import { MAX_PAGE_SIZE, TEXT_MAX } from './limits.ts';
import { CURRENCIES, toMinor } from './money.ts';
import { visibleText } from './visible-text.ts';

/** Schemas of the fields that several areas share. */

/** An amount sent by a client: a JSON number of baht or kip with at most two decimals, of any sign. */
export const sentAmount = z
  .number()
  .refine((value) => toMinor(value) !== null, 'at most two decimals, within the accepted range')
  .meta({ description: 'Baht or kip, at most two decimals' });

/** An amount in a server reply. */
export const amount = z.number().meta({ description: 'Baht or kip, at most two decimals' });

// None of our texts contains control characters. PostgreSQL refuses NUL everywhere, and lone surrogates (left
// where an emoji is cut in two) within JSON.
// oxlint-disable-next-line no-control-regex
const NO_CONTROL = /^[^\u0000-\u001f\u007f\p{Surrogate}]*$/u;

/** A one-line text of bounded length, trimmed; may be empty. */
export const text = (max: number) => z.string().trim().max(max).regex(NO_CONTROL);

// oxlint-disable-next-line no-control-regex
const NO_CONTROL_BUT_LINES = /^[^\u0000-\u0008\u000b-\u001f\u007f\p{Surrogate}]*$/u;

/** A text of several lines, of bounded length, trimmed; may be empty. Line endings become `\n`. */
export const lines = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .trim()
    .max(max)
    .regex(NO_CONTROL_BUT_LINES);

/** A text of several lines that must not be empty. */
export const requiredLines = (max: number) => lines(max).min(1);

/** A name shown to other people: normalised, without invisible characters; may be empty. */
export const nameText = (max: number) => z.string().overwrite(visibleText).max(max).regex(NO_CONTROL);

/** A one-line text that must not be empty. */
export const requiredText = (max: number) => text(max).min(1);

/** A password: bounded and not trimmed, so the check uses exactly the typed text. */
export const password = z.string().max(TEXT_MAX.password);

export const gameCode = z
  .string()
  .max(TEXT_MAX.code)
  .regex(/^[A-Za-z0-9_]+$/);

export const currency = z.enum(CURRENCIES);

/** Date and time as ISO 8601 text in UTC. */
export const timestamp = z.iso.datetime();

export const page = z.object({
  page: z.int().min(1).max(1_000_000),
  limit: z.int().min(1).max(MAX_PAGE_SIZE),
});

/** The reply of a call that reports only success. */
export const done = z.object({ message: z.string() });
