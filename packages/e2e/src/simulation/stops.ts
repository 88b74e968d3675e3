import { routes, type RouteKey } from '@krapao/contract/routes';
import type { Switch } from './vocabulary.ts';

/** What staff have brought about and every server must heed. */
export type Stop = Switch | 'closed' | 'second_game_off' | `frozen ${number}`;

/** A call by a member, as far as stops ask about it. */
export interface Asked {
  key: RouteKey;
  member: number;
  body: unknown;
}

interface Sides {
  from?: string;
  to?: string;
}

const sides = ({ body }: Asked): Sides => body ?? {};
const isIntoGame = (asked: Asked): boolean => {
  const { from, to } = sides(asked);
  if (asked.key === 'POST /api/wallet/transferAll') return true;
  // From game to game the first half may be under way already: what becomes of the second is looked at in the end.
  return asked.key === 'POST /api/wallet/transfer' && from === 'WALLET' && to !== 'WALLET';
};

const REFUSES: Record<Exclude<Stop, `frozen ${number}`>, (asked: Asked) => boolean> = {
  payouts: ({ key }) => key === 'POST /api/wallet/withdraw' || key === 'POST /api/wallet/withdrawAll',
  deposits: ({ key }) => key === 'POST /api/qrcode/:provider' || key === 'POST /api/wallet/truelink',
  game_credit: isIntoGame,
  closed: (asked) => {
    const { closes } = routes[asked.key] as { closes?: 'always' | 'into_game' };
    return closes === 'always' || (closes === 'into_game' && isIntoGame(asked));
  },
  second_game_off: (asked) => isIntoGame(asked) && sides(asked).to === 'PG2',
};

const refuses = (stop: Stop, asked: Asked): boolean =>
  stop.startsWith('frozen ') ? stop === `frozen ${asked.member}` : REFUSES[stop as Switch](asked);

/** Which stops hold now, as the staff who made them know. */
export class Stops {
  readonly #held = new Map<Stop, symbol>();

  /** It holds from now on in every process. */
  begin(stop: Stop): void {
    this.#held.set(stop, Symbol(stop));
  }

  /** It may be lifted from now on. */
  end(stop: Stop): void {
    this.#held.delete(stop);
  }

  /**
   * Watches a call that is about to be made.
   * @returns asks after the call which stop held from before the call until now and refuses it
   */
  watch(asked: Asked): () => Stop | undefined {
    const before = [...this.#held].filter(([stop]) => refuses(stop, asked));
    return () => before.find(([stop, since]) => this.#held.get(stop) === since)?.[0];
  }
}
