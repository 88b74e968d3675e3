import { MAIN_WALLET, TRANSFER_MIN } from '@krapao/contract/limits';
import { minor, MINOR_PER_MAJOR, toDecimal, toWire, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../../lib/api-error.ts';
import type { Documented } from '../../lib/documented.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { runIntent } from '../../lib/intent.ts';
import { minorOf } from '../../lib/money.ts';
import { alertError } from '../../ui/alert-store.ts';
import { useWallet } from './use-wallet.ts';

/** Smallest amount that can be moved. */
export const SMALLEST_MOVE: Minor = minor(BigInt(TRANSFER_MIN) * MINOR_PER_MAJOR);

/** Outcome of moving credit, as this device knows it. */
export type MoveOutcome =
  | { kind: 'done'; amountMinor: Minor }
  /** The game has not confirmed; the money is held until the transfer is resolved automatically. */
  | { kind: 'pending'; amountMinor: Minor; transferId: string }
  /** Nothing moved. */
  | { kind: 'refused'; error: unknown }
  /** No answer came: it may have moved or not. A retry moves it at most once. */
  | { kind: 'unknown' };

/**
 * Moves an amount between the main wallet (`WALLET`) and the game accounts; from game to game it goes through
 * the wallet. Never rejects.
 */
export function moveAmount(from: string, to: string, amountMinor: Minor): Promise<MoveOutcome> {
  return attempt(amountMinor, () =>
    runIntent('transfer', { from, to, amount: toDecimal(amountMinor) }, (idempotencyKey) =>
      call('POST /api/wallet/transfer', {
        body: { from, to, amount: toWire(amountMinor) },
        idempotencyKey,
      }),
    ),
  );
}

/**
 * Moves the whole main wallet to a game account. Never rejects. `balanceMinor` is the balance the player saw:
 * another balance is another intent.
 */
export function moveWhole(to: string, balanceMinor: Minor): Promise<MoveOutcome> {
  return attempt(balanceMinor, () =>
    runIntent('transferAll', { to, balance: toDecimal(balanceMinor) }, (idempotencyKey) =>
      call('POST /api/wallet/transferAll', { body: { to }, idempotencyKey }),
    ),
  );
}

type Movement = Documented<ResponseBody<'POST /api/wallet/transfer'>, '_id' | 'status' | 'amount'>;

/** `askedMinor` is the moved amount where the server reports only success. */
async function attempt(askedMinor: Minor, send: () => Promise<Movement>): Promise<MoveOutcome> {
  try {
    const { _id: transferId, status, amount } = await send();
    const amountMinor = amount === undefined ? askedMinor : minorOf(amount);
    if (status === 'FAILED') return { kind: 'refused', error: new ApiError('TRANSFER_FAIL', 409) };
    return status === 'PENDING' && transferId !== undefined
      ? { kind: 'pending', amountMinor, transferId }
      : { kind: 'done', amountMinor };
  } catch (error) {
    const isKnown = error instanceof ApiError && error.isDefinite;
    return isKnown ? { kind: 'refused', error } : { kind: 'unknown' };
  }
}

/** Sides of a movement: `WALLET` or the code of a game. */
export interface Sides {
  from: string;
  to: string;
}

/**
 * Returns a function that completes a move of credit: reloads the balances, and shows an alert when the move
 * was refused or its outcome is unknown. Resolves with the outcome once the player has seen the alert.
 */
export function useSettleMove(): (sides: Sides, outcome: MoveOutcome) => Promise<MoveOutcome> {
  const { userInfo, reload, refresh } = useWallet();
  const nameOf = (code: string) => userInfo?.slots.find((slot) => slot.code === code)?.name ?? code;
  return async (sides, outcome) => {
    // Without a connection this may take long, and the player should be told first.
    if (outcome.kind === 'unknown') void reload();
    else await reload();
    // The player now relies on the game's own figure, which only the game knows.
    if (outcome.kind !== 'done') void refresh();
    if (outcome.kind === 'refused') await alertError(await refusalOf(sides, outcome.error, nameOf));
    if (outcome.kind === 'unknown') await alertError(t('transfer.unknownMsg'));
    return outcome;
  };
}

/**
 * The catalogue says of a failed transfer that the money is back in the wallet; from a game it never left.
 */
async function refusalOf(
  { from, to }: Sides,
  error: unknown,
  nameOf: (code: string) => string,
): Promise<unknown> {
  const isFailed = error instanceof ApiError && error.code === 'TRANSFER_FAIL';
  if (!isFailed || from === MAIN_WALLET) return error;
  if (to === MAIN_WALLET) return t('transfer.stayedMsg');
  const names = { from: nameOf(from), to: nameOf(to) };
  switch (await whereItStopped({ from, to })) {
    case 'source':
      return t('transfer.stayedMsg');
    case 'wallet':
      return t('transfer.toWalletOnlyMsg', names);
    case undefined:
      return t('transfer.eitherMsg', names);
  }
}

/**
 * Finds the credit of a failed move from game to game: still in the source, or in the main wallet because the
 * target refused it. The statement has a movement for each leg; undefined when it cannot tell.
 */
async function whereItStopped({ from, to }: Sides): Promise<'source' | 'wallet' | undefined> {
  try {
    const { statements } = await call('POST /api/statement', { body: { page: 1, limit: 1 } });
    const [newest] = statements;
    if (newest?.status !== 'FAILED') return undefined;
    if (newest.from === from && newest.to === MAIN_WALLET) return 'source';
    return newest.from === MAIN_WALLET && newest.to === to ? 'wallet' : undefined;
  } catch (error) {
    console.warn('looking up a failed transfer failed', error);
    return undefined;
  }
}
