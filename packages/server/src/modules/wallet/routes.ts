import { toWire, ZERO } from '@krapao/contract/money';
import { wallet } from '@krapao/contract/wallet';
import type { Database } from '../../database/open.ts';
import type { Language } from '../../http/language.ts';
import type { Member } from '../../http/member.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AccountService } from '../account/service.ts';
import type { GameService } from '../games/service.ts';
import type { InviteService } from '../invite/service.ts';
import { readWallet, type WalletRow } from './repo.ts';

export interface WalletParts {
  database: Database;
  accounts: AccountService;
  games: GameService;
  invites: InviteService;
}

/** The home screen's view of a member's money. */
export function walletRoutes(router: Router, { database, accounts, games, invites }: WalletParts): void {
  const slots = async (member: Member, language: Language, { inTransit }: WalletRow) =>
    (await games.list(member.id, language)).map((game) => ({
      ...game,
      amount: toWire(game.amount),
      transit: toWire(inTransit.get(game.code) ?? ZERO),
    }));

  router.add(wallet['GET /api/wallet'], async ({ member, language }) => {
    const [described, balance, invited] = await Promise.all([
      accounts.describe(member),
      readWallet(database, member.walletAccount),
      invites.figures(member),
    ]);
    return {
      ...described,
      wallet: { amount: toWire(balance.available), transit: toWire(balance.held) },
      inviteAmount: toWire(invited.collectable),
      inviteSuccess: invited.success,
      inviteFail: invited.fail,
      slots: await slots(member, language, balance),
    };
  });

  router.add(wallet['GET /api/wallet/refresh/slot'], async ({ member, language }) => {
    await games.refreshBalances(member.id);
    const balance = await readWallet(database, member.walletAccount);
    return { message: 'OK', slots: await slots(member, language, balance) };
  });

  // An app that could credit itself would be minting money, so no setting opens this either: what tests and
  // demonstrations need comes in as a payment does.
  router.add(wallet['POST /api/wallet/add'], () => {
    throw new AppError('KEY_INVALID');
  });
}
