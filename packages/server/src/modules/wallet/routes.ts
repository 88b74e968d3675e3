import { toWire } from '@krapao/contract/money';
import { wallet } from '@krapao/contract/wallet';
import type { Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Language } from '../../content/fields.ts';
import type { Member } from '../../domain/member.ts';
import type { MemberQuery } from '../../http/authenticate.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AccountService } from '../account/service.ts';
import type { GameService } from '../games/service.ts';
import type { InviteService } from '../invite/service.ts';
import { readHome, selectHome, toHome, type HomeRow, type HomeTerms, type StoredHome } from './repo.ts';
import { slotsReplyWriter, type Slots } from './write-slots.ts';

export interface WalletParts {
  database: Database;
  content: ContentStore;
  clock: Clock;
  accounts: AccountService;
  coins: {
    countFrom(member: Member, standing: CoinStanding, loaded: Content): number | Promise<number>;
  };
  games: GameService;
  invites: InviteService;
}

type CoinStanding = HomeRow['coins'] & Pick<Member, 'coin'>;

/** Serves the home screen's view of a member's money. */
export function walletRoutes(router: Router, parts: WalletParts): void {
  const { database, content, clock, accounts, coins, games, invites } = parts;
  const slotsOf = (loaded: Content, home: HomeRow, language: Language): Slots => ({
    ...games.list(loaded, home.games, language),
    inTransit: home.inTransit,
  });

  const termsOf = (loaded: Content): HomeTerms => ({
    now: clock.now(),
    inviteSince: invites.periodStart(loaded),
    checkMinutes: loaded.protection.realityCheckMinutes,
  });
  const homeOf: MemberQuery<StoredHome> = async (caller) => selectHome(caller, termsOf(await content.get()));
  const look = wallet['GET /api/wallet'];
  router.add(
    look,
    async ({ member, data, language }) => {
      const loaded = await content.get();
      const home = toHome(data);
      const counted = coins.countFrom(member, { ...home.coins, coin: member.coin }, loaded);
      const coin = typeof counted === 'number' ? counted : await counted;
      const invited = invites.figures(home.invites, loaded);
      const protection = standingOf(member, home);
      return {
        ...accounts.describe(member, coin, loaded),
        wallet: {
          amount: toWire(home.available),
          transit: toWire(home.held),
          ...(home.heldBalance > 0n && { held: toWire(home.heldBalance) }),
        },
        inviteAmount: toWire(invited.collectable),
        inviteSuccess: invited.success,
        inviteFail: invited.fail,
        ...(protection && { protection }),
        ...(home.unreadNotices > 0 && { notices: home.unreadNotices }),
        slots: slotsOf(loaded, home, language),
      };
    },
    { reads: homeOf, write: slotsReplyWriter(look.response) },
  );

  const refresh = wallet['GET /api/wallet/refresh/slot'];
  router.add(
    refresh,
    async ({ member, language }) => {
      await games.refreshBalances(member.id);
      const loaded = await content.get();
      const home = await readHome(database, member.id, termsOf(loaded));
      return { message: 'OK', slots: slotsOf(loaded, home, language) };
    },
    { write: slotsReplyWriter(refresh.response) },
  );

  // An endpoint that credits the caller would mint money, so no setting enables it. Tests and demonstrations
  // credit by payments.
  router.add(wallet['POST /api/wallet/add'], () => {
    throw new AppError('KEY_INVALID');
  });
}

/** Returns the state of a member's protection that the app shows; undefined where there is nothing to show. */
function standingOf(
  { stop }: Pick<Member, 'stop'>,
  { isCheckDue, limits: { areSet, ask } }: Pick<HomeRow, 'isCheckDue' | 'limits'>,
) {
  if (stop) {
    const { code, until, endsAt } = stop;
    const shown = { code, until: until?.toISOString() ?? null };
    return { stop: { ...shown, ...(endsAt && { endsAt: endsAt.toISOString() }) } };
  }
  const shown = {
    ...(isCheckDue && { isCheckDue: true as const }),
    ...(areSet && { hasLimits: true as const }),
    ...(ask && { ask }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}
