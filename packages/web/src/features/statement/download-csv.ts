import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { csvName, type StatementFilter } from './filter-query.ts';

/** Time limit: years of movements take a while to load. */
const TIMEOUT_MS = 5 * 60_000;
/** Reading the reply as text removes it; spreadsheets need it to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Saves the movements of a filter as CSV. The session token is sent in a header, never in an address. @throws
 * ApiError
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
  // The browser has opened the address by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
