import { routes, type RouteKey } from '@krapao/contract/routes';
import type { Switch } from './vocabulary.ts';

/** A state set by staff that every server must obey. */
export type Stop = Switch | 'closed' | 'second_game_off' | `frozen ${number}`;

/** A call by a member, as far as stops depend on it. */
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
  // A move between games may have begun before the stop; its second leg is checked at the end.
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

/** Active stops, as known to the staff who set them. */
export class Stops {
  readonly #held = new Map<Stop, symbol>();

  /** Records that the stop is active in every process from now on. */
  begin(stop: Stop): void {
    this.#held.set(stop, Symbol(stop));
  }

  /** Records that the stop may be lifted from now on. */
  end(stop: Stop): void {
    this.#held.delete(stop);
  }

  /**
   * Watches an upcoming call.
   * @returns a function that returns the stop that was active since before the call and refuses it
   */
  watch(asked: Asked): () => Stop | undefined {
    const before = [...this.#held].filter(([stop]) => refuses(stop, asked));
    return () => before.find(([stop, since]) => this.#held.get(stop) === since)?.[0];
  }
}
