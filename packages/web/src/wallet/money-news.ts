import { PAGE_SIZE } from '@krapao/contract/limits';
import type { Currency } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { openModals } from '../lib/modal-store.ts';
import { formatMoney } from '../lib/money.ts';
import { getSessionNo, tokenArea } from '../lib/session-token.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { toast } from '../ui/toast-store.ts';
import { newsOf, seenWith, type News, type Seen } from './news-rules.ts';
import { toldMovements } from './told-movements.ts';

declare module '../lib/storage.ts' {
  interface StorageKeys {
    news: 'token';
  }
}

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

let running: Promise<void> = Promise.resolve();

/**
 * Tells the player of changes to the member's money since this device last looked: an arrived deposit, an
 * ended payout or transfer. Asks the server only when the wallet's figures have changed. Never rejects.
 * @param figures the main wallet's figures, as one text
 * @param atMs time of the figures by the server's clock, epoch milliseconds
 */
export function tellNews(figures: string, atMs: number, currency: Currency): Promise<void> {
  running = running.then(() =>
    look(figures, atMs, currency).catch((error: unknown) => console.warn('looking for news failed', error)),
  );
  return running;
}

async function look(figures: string, atMs: number, currency: Currency): Promise<void> {
  const sessionNo = getSessionNo();
  const seen = readSeen();
  if (seen?.figures === figures) return;
  // Nothing is in progress and nothing was seen before: there is nothing to compare with.
  if (seen === null && figures.endsWith('/0')) return keep(seenWith([], figures, null, atMs));
  const { statements } = await call('POST /api/statement', { body: { page: 1, limit: PAGE_SIZE } });
  const items = [...statements, ...(await olderOpen(statements, seen))];
  if (sessionNo !== getSessionNo()) return;
  // Another tab may have told the player meanwhile.
  const latest = readSeen();
  keep(seenWith(items, figures, latest, atMs));
  if (latest === null) return;
  for (const news of newsOf(items, latest, toldMovements)) tell(news, currency);
}

/** Returns the current state of open movements that are no longer among the newest. */
async function olderOpen(newest: readonly Item[], seen: Seen | null): Promise<Item[]> {
  const ids = seen?.open.filter((id) => !newest.some(({ _id }) => _id === id)) ?? [];
  const items = await Promise.all(
    ids.map((transferId) =>
      call('GET /api/statement/item/:transferId', { params: { transferId } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.isDefinite) return null;
        throw error;
      }),
    ),
  );
  return items.filter((item) => item !== null);
}

function readSeen(): Seen | null {
  try {
    const parsed: unknown = JSON.parse(readStored('news', tokenArea()) ?? 'null');
    return typeof parsed === 'object' && parsed !== null && 'open' in parsed ? (parsed as Seen) : null;
  } catch {
    return null;
  }
}

const keep = (seen: Seen): void => writeStored('news', JSON.stringify(seen), tokenArea());

function tell({ kind, amountMinor }: News, currency: Currency): void {
  const amount = formatMoney(amountMinor, currency);
  switch (kind) {
    case 'received':
      // The deposit dialog tells it in its own view.
      if (openModals.get().some(({ name }) => name === 'deposit')) return;
      return toast.success(t('home.newsReceived', { amount }));
    case 'held':
      if (openModals.get().some(({ name }) => name === 'deposit')) return;
      return toast.info(t('home.newsHeld', { amount }));
    case 'paid':
      return toast.success(t('home.newsPaid', { amount }));
    case 'refused':
      return toast.error(t('home.newsRefused', { amount }));
    case 'refusedHeld':
      return toast.error(t('home.newsRefusedHeld', { amount }));
    case 'moved':
      return toast.success(t('home.newsMoved', { amount }));
    case 'returned':
      return toast.error(t('home.newsReturned', { amount }));
    case 'stayed':
      return toast.error(t('home.newsStayed', { amount }));
    default:
      return kind satisfies never;
  }
}
