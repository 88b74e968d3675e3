import { inBangkok } from './bangkok-time.ts';

/** Marks the text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A text, or a figure of our own, whose minus sign needs no escaping. */
export type CsvCell = string | { figure: string };

/** Formats a line of CSV by RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((one) => (typeof one === 'string' ? cell(one) : one.figure)).join(',')}\r\n`;

/** Formats a time as `2026-11-20 17:04:05`, in Bangkok time, which spreadsheets recognise. */
export const bangkokTime = (at: Date): string => inBangkok(at).slice(0, 19).replace('T', ' ');

/**
 * Formats a cell by RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front,
 * including text with full-width signs of East Asian keyboards. The operator, players, banks and providers wrote
 * some of these texts.
 */
export function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
