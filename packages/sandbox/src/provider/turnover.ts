/**
 * What was played at a provider, round by round in the order in which it was played: the report from which
 * an operator learns what its players staked. It is read page by page, from a cursor on.
 */
import { minor, toDecimal } from '@krapao/contract/money';
import { randomBytes } from 'node:crypto';
import type { ProviderRecord, RoundRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';

export const MAX_PAGE = 500;
export const DEFAULT_PAGE = 100;

/** Where the report ends that begins with nothing. */
const BEGINNING = '';
const ID_BYTES = 6;

const keyOf = (provider: string, place: number): string => `${provider}/${place}`;

/** The place is in front, so that an id is found again; the rest is chance, so that no id comes twice. */
const freshId = (place: number): string => `${place}x${randomBytes(ID_BYTES).toString('hex')}`;

/** The changes that put rounds, all of them like this one, at the end of a provider's report. */
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

/** A round as the report shows it; amounts as decimal text. */
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
  /** What to ask after next; the cursor asked with when there is nothing new. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

export class Turnover {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * One page, oldest first.
   * @param after a cursor; empty text is the beginning, and so is one that this report does not know,
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

  #placeOf(provider: string, cursor: string): number {
    const place = Number.parseInt(cursor, 10);
    return this.#store.get('rounds', keyOf(provider, place))?.id === cursor ? place : 0;
  }
}
