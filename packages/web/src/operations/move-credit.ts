import { MAIN_WALLET } from '@krapao/contract/limits';
import { toDecimal, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../lib/api-error.ts';
import type { Documented } from '../lib/documented.ts';
import { call } from '../lib/http.ts';
import { t } from '../lib/i18n/i18n.ts';
import { minorOf } from '../lib/money.ts';
import { alertError } from '../ui/alert-store.ts';
import { useWallet } from '../wallet/use-wallet.ts';
import { reasonOf } from './operation.ts';
import { useRefresh } from './refresh.ts';
import { alertUnknown, send, type Sent } from './send.ts';
import { isBetweenGames, namesOf, transfer, type Sides } from './transfer.ts';
import { transferWhole } from './transfer-whole.ts';

/** Outcome of moving credit, as this device knows it. */
export type MoveOutcome =
  | { kind: 'done'; amountMinor: Minor }
  /** The game has not confirmed; the money is held until the transfer is resolved automatically. */
  | { kind: 'pending'; amountMinor: Minor; transferId: string }
  /** Nothing moved. */
  | { kind: 'refused'; error: unknown }
  /** No answer came: it may have moved or not. A retry moves it at most once. */
  | { kind: 'unknown'; key: string };

/**
 * Moves an amount between the main wallet (`WALLET`) and the game accounts; from game to game it goes through
 * the wallet. Never rejects.
 */
export async function moveAmount(from: string, to: string, amountMinor: Minor): Promise<MoveOutcome> {
  return outcomeOf(await send(transfer, { from, to, amount: toDecimal(amountMinor) }), amountMinor);
}

/**
 * Moves the whole main wallet to a game account. Never rejects. `balanceMinor` is the balance the player saw:
 * another balance is another intent.
 */
export async function moveWhole(to: string, balanceMinor: Minor): Promise<MoveOutcome> {
  return outcomeOf(await send(transferWhole, { to, balance: toDecimal(balanceMinor) }), balanceMinor);
}

type Movement = Documented<ResponseBody<'POST /api/wallet/transfer'>, '_id' | 'status' | 'amount'>;

/** `askedMinor` is the moved amount where the server reports only success. */
function outcomeOf(sent: Sent<Movement>, askedMinor: Minor): MoveOutcome {
  if (sent.kind === 'refused') return { kind: 'refused', error: sent.error };
  if (sent.kind === 'unknown') return { kind: 'unknown', key: sent.key };
  const { _id: transferId, amount } = sent.reply;
  const amountMinor = amount === undefined ? askedMinor : minorOf(amount);
  return sent.kind === 'pending' && transferId !== undefined
    ? { kind: 'pending', amountMinor, transferId }
    : { kind: 'done', amountMinor };
}

/**
 * Returns a function that completes a move of credit: reloads the balances, and shows an alert when the move
 * was refused or its outcome is unknown. Resolves with the outcome once the player has seen the alert.
 */
export function useCompleteMove(): (sides: Sides, outcome: MoveOutcome) => Promise<MoveOutcome> {
  const { refresh: refreshGames } = useWallet();
  const refresh = useRefresh();
  return async (sides, outcome) => {
    // Without a connection this may take long, and the player should be told first.
    if (outcome.kind === 'unknown') void refresh(transfer);
    else await refresh(transfer);
    // The player now relies on the game's own figure, which only the game knows.
    if (outcome.kind !== 'done') void refreshGames();
    if (outcome.kind === 'refused') await alertError(await refusalOf(sides, outcome.error));
    if (outcome.kind === 'unknown') await alertUnknown(transfer, outcome.key);
    return outcome;
  };
}

/** Returns what to tell of a refused move; between games, where the credit is. */
async function refusalOf(sides: Sides, error: unknown): Promise<unknown> {
  const general = reasonOf(transfer, error, { ...sides, amount: '' });
  const isFailed = error instanceof ApiError && error.code === 'TRANSFER_FAIL';
  if (!isFailed || !isBetweenGames(sides)) return general;
  switch (await whereItStopped(sides)) {
    case 'source':
      return t('transfer.stayedMsg');
    case 'wallet':
      return t('transfer.toWalletOnlyMsg', namesOf(sides));
    case undefined:
      return general;
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
