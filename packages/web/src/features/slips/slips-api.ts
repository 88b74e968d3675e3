import { useApi } from '../../lib/use-api.ts';
import { useServerNow } from '../../ui/time.tsx';
import { closedUntil, windowsText } from './closing-windows.ts';

const TICK_MS = 10_000;

interface SlipHours {
  /** Daily closing windows, formatted; empty when there are none, or none are known. */
  closed: string;
  /** `HH:mm` of the next opening while slips are not accepted, else null. */
  closedUntil: string | null;
}

/** Returns the hours of slips by the server's clock. Unknown hours count as open: the server decides. */
export function useSlipHours(): SlipHours {
  const { data } = useApi('GET /api/lookup/slip', undefined, { revalidateOnFocus: false });
  const nowMs = useServerNow(TICK_MS);
  const windows = Array.isArray(data?.windows) ? data.windows : [];
  return { closed: windowsText(windows), closedUntil: closedUntil(windows, nowMs) };
}
