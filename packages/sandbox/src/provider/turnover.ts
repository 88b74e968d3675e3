/**
 * The turnover report: every round played at a provider, in order. An operator learns its players' stakes
 * from it. It is read page by page, from a cursor on.
 */
import { minor, toDecimal } from '@krapao/contract/money';
import { randomBytes } from 'node:crypto';
import type { ProviderRecord, RoundRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';

export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

/** Cursor of an empty report. */
const BEGINNING = '';
const ID_BYTES = 6;

const keyOf = (provider: string, place: number): string => `${provider}/${place}`;

/**
 * Returns an id that starts with its place, so that it can be found; the rest is random, so that no id
 * repeats.
 */
const freshId = (place: number): string => `${place}x${randomBytes(ID_BYTES).toString('hex')}`;

/** Returns the changes that append rounds, all like this one, to a provider's report. */
export function roundChanges(
  provider: string,
  state: ProviderRecord,
  round: Omit<RoundRecord, 'id'>,
  count: number,
): Change[] {
  const before = state.rounds ?? 0;
  const changes = Array.from({ length: count }, (_, index): Change => {
    const place = before + index + 1;
    return { table: 'rounds', key: keyOf(provider, place), value: { id: freshId(place), ...round } };
  });
  return [...changes, { table: 'providers', key: provider, value: { ...state, rounds: before + count } }];
}

/** Returns a round as shown in the report; amounts as decimal text. */
const entryOf = ({ id, username, game, betMinor, winMinor, at }: RoundRecord) => ({
  id,
  username,
  game,
  turnover: toDecimal(betMinor),
  winLoss: toDecimal(minor(winMinor - betMinor)),
  at: new Date(at).toISOString(),
});

export interface TurnoverReport {
  readonly entries: readonly ReturnType<typeof entryOf>[];
  /** Cursor for the next request; the same cursor when there is nothing new. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

export class Turnover {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns one page, oldest first.
   * @param after a cursor; empty text is the beginning, and so is a cursor unknown to this report,
   *   because its provider's state was lost.
   */
  page(provider: string, after: string, limit: number): TurnoverReport {
    const known = this.#placeOf(provider, after);
    const last = this.#store.get('providers', provider)?.rounds ?? 0;
    const end = Math.min(known + limit, last);
    const entries: ReturnType<typeof entryOf>[] = [];
    for (let place = known + 1; place <= end; place += 1) {
      const round = this.#store.get('rounds', keyOf(provider, place));
      if (round) entries.push(entryOf(round));
    }
    const cursor = entries.at(-1)?.id ?? (known === 0 ? BEGINNING : after);
    return { entries, cursor, hasMore: end < last };
  }

  /** All rounds of a provider from a place on, oldest first, each with its place; the first place is 1. */
  *rounds(provider: string, from = 1): Generator<RoundRecord & { readonly place: number }> {
    const last = this.#store.get('providers', provider)?.rounds ?? 0;
    for (let place = from; place <= last; place += 1) {
      const round = this.#store.get('rounds', keyOf(provider, place));
      if (round) yield { ...round, place };
    }
  }

  #placeOf(provider: string, cursor: string): number {
    const place = Number.parseInt(cursor, 10);
    return this.#store.get('rounds', keyOf(provider, place))?.id === cursor ? place : 0;
  }
}
