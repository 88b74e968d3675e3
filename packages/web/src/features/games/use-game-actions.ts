import { MAIN_WALLET } from '@krapao/contract/limits';
import type { Minor } from '@krapao/contract/money';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import type { ModalResult } from '../../lib/modal-store.ts';
import { alertSuccess, tellError } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { moveAmount, moveWhole, useCompleteMove, type MoveOutcome } from '../../operations/move-credit.ts';
import type { Sides } from '../../operations/transfer.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { GameAccount, UserInfo } from '../../wallet/wallet-state.ts';
import { prepareGameWindow, type GameWindow } from './game-window.ts';
import { BadLinkError, findEntrance, NoTokensError } from './launch.ts';
import { useExclusive } from '../../lib/use-exclusive.ts';

export type GameAction = 'activate' | 'play' | 'transfer' | 'transfer-and-play' | 'bring-back';

export interface GameActions {
  /** Running action, or null. */
  running: GameAction | null;
  activate: () => Promise<void>;
  play: () => Promise<void>;
  /** Moves an amount, or the whole main wallet, into the game. */
  transfer: (moved: Minor | 'all') => Promise<void>;
  transferAndPlay: (moved: Minor | 'all') => Promise<void>;
  /** Moves an amount back to the main wallet. */
  bringBack: (amountMinor: Minor) => Promise<void>;
}

/** Props of the forms that move credit. */
export interface MoveProps {
  account: GameAccount;
  userInfo: UserInfo;
  actions: GameActions;
}

interface Subject {
  account: GameAccount;
  userInfo: UserInfo;
  onClose: (result?: ModalResult) => void;
}

/** All actions of a member on one game account. One action runs at a time; none rejects. */
export function useGameActions({ account, userInfo, onClose }: Subject): GameActions {
  const { code, name } = account;
  const { reload } = useWallet();
  const complete = useCompleteMove();
  const { running, run } = useExclusive<GameAction>();
  const inward: Sides = { from: MAIN_WALLET, to: code };
  const outward: Sides = { from: code, to: MAIN_WALLET };
  const moveIn = (moved: Minor | 'all') =>
    moved === 'all' ? moveWhole(code, userInfo.wallet.amountMinor) : moveAmount(MAIN_WALLET, code, moved);
  // The amount and the advice stand above the form while the transfer is pending.
  const tellPending = () => toast.info(t('transfer.pendingTitle'));

  const activate = async () => {
    try {
      await call('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
    } catch (error) {
      await reload();
      // The account was opened meanwhile, perhaps by a try whose answer was lost.
      if (!(error instanceof ApiError && error.code === 'SLOT_ALREADY_ACTIVE')) return tellError(error);
    }
    await reload();
    toast.success(t('games.activated', { name }));
  };

  const move = async (sides: Sides, send: () => Promise<MoveOutcome>) => {
    const outcome = await complete(sides, await send());
    if (outcome.kind === 'pending') tellPending();
    if (outcome.kind !== 'done') return;
    onClose({ refresh: true });
    void alertSuccess(t('kit.movedMsg'));
  };

  const play = async (gameWindow: GameWindow | null) => {
    if (!gameWindow) return toast.error(t('games.popupBlocked'));
    await openGame(gameWindow);
  };

  // The server may now know that the provider is closed; the reload shows it on the sheet.
  const openGame = async (gameWindow: GameWindow) => {
    if (!(await enter(account, gameWindow))) await reload();
  };

  const moveAndPlay = async (gameWindow: GameWindow | null, moved: Minor | 'all') => {
    // The window comes first: money must not move to a game that then cannot be opened.
    if (!gameWindow) return toast.error(t('games.popupBlocked'));
    const outcome = await moveIn(moved);
    // The tab is closed before any message, which an empty tab would hide.
    if (outcome.kind !== 'done') gameWindow.abandon();
    await complete(inward, outcome);
    if (outcome.kind === 'pending') tellPending();
    if (outcome.kind === 'done') await openGame(gameWindow);
  };

  return {
    running,
    activate: () => run('activate', activate),
    play: () => run('play', () => play(prepareGameWindow())),
    transfer: (moved) => run('transfer', () => move(inward, () => moveIn(moved))),
    transferAndPlay: (moved) => run('transfer-and-play', () => moveAndPlay(prepareGameWindow(), moved)),
    bringBack: (amountMinor) =>
      run('bring-back', () => move(outward, () => moveAmount(code, MAIN_WALLET, amountMinor))),
  };
}

/** Opens a game, or tells why it could not be opened. @returns true when it was opened */
async function enter(account: GameAccount, gameWindow: GameWindow): Promise<boolean> {
  try {
    await gameWindow.open(await findEntrance(account));
    return true;
  } catch (error) {
    gameWindow.abandon();
    void tellError(reasonOf(error, account));
    return false;
  }
}

function reasonOf(error: unknown, { name }: GameAccount): unknown {
  // The code also means that the provider is closed or does not answer; a removed game is not among the
  // accounts.
  if (error instanceof ApiError && error.code === 'NO_GAME') return t('games.notOpen', { name });
  if (error instanceof BadLinkError) return t('games.badLink');
  if (error instanceof NoTokensError) return t('games.noTokens');
  return error;
}
