import { INSUFFICIENT_AT_PROVIDER, NO_PLAYER_AT_PROVIDER } from '../../../ports/game-provider.ts';
import { refused, unknown, type Refused, type Unknown } from '../../../ports/outcome.ts';

/** Reason of a refusal: the player exists. */
export const PLAYER_EXISTS = 'player_exists';

const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/insufficient|not enough/i, INSUFFICIENT_AT_PROVIDER],
  [/not found|not exist/i, NO_PLAYER_AT_PROVIDER],
  [/already|exists/i, PLAYER_EXISTS],
];

/**
 * Returns the meaning of an error whose code is not documented, by its text; the text itself where it says none that is
 * known here.
 */
const meaningOf = (text: string): string => MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? text;

/** An error in answer to a question, or to a change of the account: it had no effect. */
export const refusedBy = (text: string): Refused => refused(meaningOf(text) || 'refused');

/**
 * An error in answer to a transfer. Only too little credit and a missing player say by their nature that nothing moved;
 * any other error decides nothing.
 */
export function transferRefusedBy(text: string): Refused | Unknown {
  const meaning = meaningOf(text);
  const isSure = meaning === INSUFFICIENT_AT_PROVIDER || meaning === NO_PLAYER_AT_PROVIDER;
  return isSure ? refused(meaning) : unknown(text || 'error without a text');
}
