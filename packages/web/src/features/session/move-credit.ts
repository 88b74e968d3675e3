import { MAIN_WALLET, TRANSFER_MIN } from '@krapao/contract/limits';
import { minor, MINOR_PER_MAJOR, toDecimal, toWire, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { runIntent } from '../../lib/intent.ts';
import { minorOf } from '../../lib/money.ts';
import { alertError } from '../../ui/alert-store.ts';
import { useWallet } from './use-wallet.ts';

/** The smallest amount that moves. */
export const SMALLEST_MOVE: Minor = minor(BigInt(TRANSFER_MIN) * MINOR_PER_MAJOR);

/** How moving credit ended, as far as this device knows. */
export type MoveOutcome =
  | { kind: 'done'; amountMinor: Minor }
  /** The game has not confirmed; the money is held and settles by itself. */
  | { kind: 'pending'; amountMinor: Minor }
  /** Nothing moved. */
  | { kind: 'refused'; error: unknown }
  /** No answer came: it may have moved or not. Sending the same again moves it once at most. */
  | { kind: 'unknown' };

/** Moves an amount between the main wallet (`WALLET`) and a game account. Never rejects. */
export function moveAmount(from: string, to: string, amountMinor: Minor): Promise<MoveOutcome> {
  return attempt(() =>
    runIntent('transfer', { from, to, amount: toDecimal(amountMinor) }, (idempotencyKey) =>
      call('POST /api/wallet/transfer', {
        body: { from, to, amount: toWire(amountMinor) },
        idempotencyKey,
      }),
    ),
  );
}

/**
 * Moves the whole main wallet to a game account. Never rejects.
 * `balanceMinor` is the balance the player saw: with another balance it is another intent.
 */
export function moveWhole(to: string, balanceMinor: Minor): Promise<MoveOutcome> {
  return attempt(() =>
    runIntent('transferAll', { to, balance: toDecimal(balanceMinor) }, (idempotencyKey) =>
      call('POST /api/wallet/transferAll', { body: { to }, idempotencyKey }),
    ),
  );
}

type Movement = ResponseBody<'POST /api/wallet/transfer'>;

async function attempt(send: () => Promise<Movement>): Promise<MoveOutcome> {
  try {
    const { status, amount } = await send();
    if (status === 'FAILED') return { kind: 'refused', error: new ApiError('TRANSFER_FAIL', 409) };
    return { kind: status === 'PENDING' ? 'pending' : 'done', amountMinor: minorOf(amount) };
  } catch (error) {
    const isKnown = error instanceof ApiError && error.isDefinite;
    return isKnown ? { kind: 'refused', error } : { kind: 'unknown' };
  }
}

/**
 * A function that follows up on moving credit: brings the balances up to date, and tells in an alert when it
 * was refused or when nobody can say. Resolves with the outcome once the player has seen that.
 */
export function useSettleMove(): (from: string, outcome: MoveOutcome) => Promise<MoveOutcome> {
  const { reload, refresh } = useWallet();
  return async (from, outcome) => {
    // Without a connection this may take long, and the player should hear first.
    if (outcome.kind === 'unknown') void reload();
    else await reload();
    // The game's own figure is what the player goes by now, and only the game knows it.
    if (outcome.kind !== 'done') void refresh();
    if (outcome.kind === 'refused') await alertError(refusalOf(from, outcome.error));
    if (outcome.kind === 'unknown') await alertError(t('transfer.unknownMsg'));
    return outcome;
  };
}

/** The catalogue says of a failed transfer that the money is back in the wallet; from a game it never left. */
function refusalOf(from: string, error: unknown): unknown {
  const stayed = from !== MAIN_WALLET && error instanceof ApiError && error.code === 'TRANSFER_FAIL';
  return stayed ? t('transfer.stayedMsg') : error;
}
