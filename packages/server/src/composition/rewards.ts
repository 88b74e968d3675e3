import type { Queries } from '../database/open.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { CreditReader } from '../modules/bonus/credit.ts';
import { BonusService } from '../modules/bonus/service.ts';
import { BonusExpiryWorker } from '../modules/bonus/expiry-worker.ts';
import { findOpenBonus } from '../modules/bonus/repo.ts';
import { BonusOffers } from '../modules/bonus/offers.ts';
import type { GameService } from '../modules/games/service.ts';
import { InviteService } from '../modules/invite/service.ts';
import { PlayService } from '../modules/play/service.ts';
import { PromotionService } from '../modules/promotion/service.ts';
import { RefundService } from '../modules/refund/service.ts';
import { giveStakeCoins } from '../modules/spinwheel/stake-coins.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import { TurnoverService } from '../modules/turnover/service.ts';
import type { Dependencies } from './dependencies.ts';
import { composeWheel } from './wheel.ts';

export interface RewardParts {
  ledger: Ledger;
  games: GameService;
  /** Longest time for which a process has a provider's report to itself. */
  leaseMs: number;
}

/** Composes the operator's rewards and the turnover that decides them. */
export function composeRewards(dependencies: Dependencies, { ledger, games, leaseMs }: RewardParts) {
  const { settings, database, content, logger, clock, counterparties } = dependencies;
  const hasOpenBonus = async (queries: Queries, memberId: string) =>
    (await findOpenBonus(queries, memberId)) !== undefined;
  const common = { ledger, content, clock, logger, hasOpenBonus };
  const invites = new InviteService({ database, ...common });
  const refunds = new RefundService({ database, ...common });
  const turnover = new TurnoverService({
    database,
    providers: counterparties.providers,
    content,
    clock,
    rejected: new RejectedEntries(database),
    logger,
    leaseMs,
    pauseMs: settings.turnoverEveryMs,
  });
  const credit = new CreditReader({ database, games, providers: counterparties.providers, turnover, clock });
  const bonuses = new BonusService({ database, ledger, credit, clock });
  // The order of their writes in a report's transaction.
  turnover.onPlayed((tx, played) => bonuses.countPlayed(tx, played));
  turnover.onPlayed((tx, played) => refunds.recordPlay(tx, played));
  turnover.onPlayed((tx, played) => invites.recordPlay(tx, played));
  turnover.onPlayed(giveStakeCoins);
  const plays = new PlayService({ database, content, clock, providers: counterparties.providers });
  turnover.onPlayed((tx, played) => plays.recordPlay(tx, played));
  return {
    ...composeWheel(dependencies, common),
    turnover,
    plays,
    invites,
    refunds,
    bonuses,
    bonusExpiryWorker: new BonusExpiryWorker({ database, service: bonuses, clock }),
    bonusOffers: new BonusOffers({ database, service: bonuses, content, clock }),
    promotions: new PromotionService({ database, bonuses, content, clock }),
  };
}
