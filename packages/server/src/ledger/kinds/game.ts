import { MAIN_WALLET } from '@krapao/contract/limits';
import { detailOf, optional, text, type DetailOfSchema } from './detail.ts';
import type { KindDeclaration } from './kind.ts';

const gameDetail = detailOf({
  /** The game provider, and the member's user name there. */
  provider: text,
  username: text,
  memberId: text,
  /**
   * Balance there before the transfer, as decimal text: only at providers where the balance alone shows the
   * outcome.
   */
  balanceBefore: optional(text),
});
export type GameDetail = DetailOfSchema<typeof gameDetail>;

const errors = {
  insufficient: 'MONEY_NOT_ENOUGH',
  unexpected: 'KEY_INVALID',
  blocked: 'KEY_INVALID',
  conflict: 'KEY_INVALID',
} as const;

/** Credit from the main wallet to a game. */
export const gameIn = {
  detail: gameDetail,
  isHeld: true,
  statement: {
    type: 'transfer',
    sent: 'when_created',
    describe: ({ provider = '' }) => ({ from: MAIN_WALLET, to: provider }),
  },
  errors,
} as const satisfies KindDeclaration<GameDetail>;

/** Credit from a game to the main wallet. */
export const gameOut = {
  detail: gameDetail,
  isHeld: true,
  statement: {
    type: 'transfer',
    sent: 'when_created',
    describe: ({ provider = '' }) => ({ from: provider, to: MAIN_WALLET }),
  },
  errors,
} as const satisfies KindDeclaration<GameDetail>;
