import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { csvName, type StatementFilter } from './filter-query.ts';

/** Years of movements take a while to come. */
const TIMEOUT_MS = 5 * 60_000;
/** Reading the reply as text takes it off; spreadsheets tell UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Saves the movements that a filter lets through as a table. The session goes along in the request's head, never in
 * an address. @throws ApiError
 */
export async function downloadCsv(filter: StatementFilter): Promise<void> {
  const text = await call('POST /api/statement/csv', { body: filter, timeoutMs: TIMEOUT_MS });
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK + text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = csvName(filter, serverNow());
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
