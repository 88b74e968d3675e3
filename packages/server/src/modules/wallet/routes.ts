import { toWire } from '@krapao/contract/money';
import { wallet } from '@krapao/contract/wallet';
import type { Language } from '../../http/language.ts';
import type { Member } from '../../http/member.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AccountService } from '../account/service.ts';
import type { GameService } from '../games/service.ts';
import type { InviteService } from '../invite/service.ts';
import type { HomeRepo, HomeRow } from './repo.ts';
import { slotsReplyWriter, withTransit } from './write-slots.ts';

export interface WalletParts {
  homes: HomeRepo;
  accounts: AccountService;
  coins: { countFrom(member: Member, standing: HomeRow['coins']): Promise<number> };
  games: GameService;
  invites: InviteService;
}

/** The home screen's view of a member's money. */
export function walletRoutes(router: Router, { homes, accounts, coins, games, invites }: WalletParts): void {
  const homeOf = async ({ id: memberId, walletAccount: account }: Member) =>
    homes.read({ memberId, account, inviteSince: await invites.periodStart() });
  const slots = async (home: HomeRow, language: Language) =>
    withTransit(await games.list(home.games, language), home.inTransit);

  const look = wallet['GET /api/wallet'];
  router.add(
    look,
    async ({ member, language }) => {
      const home = await homeOf(member);
      const described = await accounts.describe(member, await coins.countFrom(member, home.coins));
      const invited = await invites.figures(home.invites);
      return {
        ...described,
        wallet: { amount: toWire(home.available), transit: toWire(home.held) },
        inviteAmount: toWire(invited.collectable),
        inviteSuccess: invited.success,
        inviteFail: invited.fail,
        slots: await slots(home, language),
      };
    },
    slotsReplyWriter(look.response),
  );

  const refresh = wallet['GET /api/wallet/refresh/slot'];
  router.add(
    refresh,
    async ({ member, language }) => {
      await games.refreshBalances(member.id);
      return { message: 'OK', slots: await slots(await homeOf(member), language) };
    },
    slotsReplyWriter(refresh.response),
  );

  // An app that could credit itself would be minting money, so no setting opens this either: what tests and
  // demonstrations need comes in as a payment does.
  router.add(wallet['POST /api/wallet/add'], () => {
    throw new AppError('KEY_INVALID');
  });
}
