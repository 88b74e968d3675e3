import { readInviteCode } from '@krapao/contract/invite-code';
import { INVITE_CODE_PREFIX } from '@krapao/contract/limits';
import { parseDecimal, ZERO, type Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { InviteRule } from '../../content/invite-schema.ts';
import type { Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import { rewardsTurn } from '../../database/turns.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { dayOf, periodOf } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isDatabaseAway } from '../../kernel/database-away.ts';
import { newId } from '../../kernel/ids.ts';
import { restOf, shareOf } from '../../kernel/percent.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { isMember } from '../account/queries.ts';
import type { HasOpenBonus } from '../bonus/service.ts';
import {
  addDepositEarning,
  addFriend,
  addPlay,
  addPlayEarning,
  collectEarnings,
  countFriends,
  isCollected,
  isKnownPerson,
  listEarnings,
  listFirstDeposits,
  lockEarnings,
  postponeFriend,
  sumPlayEarnings,
  claimDueFriend,
  claimDueFriends,
  type DueFriend,
  type EarningRow,
  type Played,
} from './repo.ts';

/** Friends per transaction. Few, since reports of their play wait meanwhile. */
const AT_ONCE = 50;
/** Wait before the earnings of a friend are computed again after a failure. */
const FAILED_WAIT_MS = 5 * 60_000;

/** Figures on invites for the home page: an amount in minor units, and percentages. */
export interface InviteFigures {
  collectable: Minor;
  success: number;
  fail: number;
}

/** Uncollected amount, and whether this period's collection was made. */
export interface InviteStanding {
  waiting: Minor;
  isCollected: boolean;
}

/** Invites: registers friends with their inviters, computes their earnings and collects them. */
export class InviteService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #content: ContentStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #hasOpenBonus: HasOpenBonus;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    content: ContentStore;
    clock: Clock;
    logger: Logger;
    hasOpenBonus: HasOpenBonus;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#content = parts.content;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    this.#hasOpenBonus = parts.hasOpenBonus;
  }

  /**
   * Checks an invite code.
   * @throws AppError INVALID_USER_INFO when it belongs to no member
   */
  async checkCode(code: string): Promise<void> {
    const inviterId = inviterOf(code);
    if (inviterId === undefined || !(await isMember(this.#database.queries, inviterId))) {
      throw new AppError('INVALID_USER_INFO');
    }
  }

  /** Stores a new member's inviter, in the transaction that creates the member. @param code checked code */
  async join(tx: Tx, friendId: string, code: string): Promise<void> {
    const inviterId = inviterOf(code);
    if (inviterId !== undefined) await addFriend(tx, friendId, inviterId);
  }

  /** Adds reported play, in the transaction that records the report. */
  recordPlay(tx: Tx, played: readonly Played[]): Promise<void> {
    return addPlay(tx, played);
  }

  /**
   * Computes the earnings of friends with new play, many in one transaction; a round of the worker. If one
   * fails, each is computed alone, and those that fail again are postponed.
   * @returns whether more friends may be due
   */
  async workOutDue(): Promise<boolean> {
    const { invite: rule } = await this.#content.get();
    // Play while the rule is off is computed when it is on again.
    if (!rule.active) return false;
    let taken: readonly DueFriend[] = [];
    try {
      await this.#database.transaction(async (tx) => {
        taken = await claimDueFriends(tx, AT_ONCE);
        await lockEarnings(
          tx,
          taken.map(({ friendId }) => friendId),
        );
        for (const friend of taken) await this.#workOut(tx, friend, rule);
      });
    } catch (error) {
      if (taken.length === 0 || isDatabaseAway(error)) throw error;
      for (const { friendId } of taken) await this.#workOutAlone(friendId, rule);
    }
    return taken.length === AT_ONCE;
  }

  async #workOut(tx: Tx, friend: DueFriend, rule: InviteRule): Promise<void> {
    if (!(await this.#earns(tx, friend, rule))) return;
    await this.#earnByDeposits(tx, friend, rule);
    await this.#earnByPlay(tx, friend, rule);
  }

  async #workOutAlone(friendId: string, rule: InviteRule): Promise<void> {
    try {
      await this.#database.transaction(async (tx) => {
        const friend = await claimDueFriend(tx, friendId);
        if (friend) await this.#workOut(tx, friend, rule);
      });
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.#logger.error({ err: error, friendId }, 'what a friend earns could not be worked out');
      await postponeFriend(this.#database.queries, friendId, FAILED_WAIT_MS);
    }
  }

  /** Returns the start of the current collection period; undefined while invites are off. */
  periodStart({ invite: rule }: Content): Date | undefined {
    return rule.active ? periodOf(rule.collect, this.#clock.now()).from : undefined;
  }

  figures({ waiting, isCollected }: InviteStanding, { invite: rule }: Content): InviteFigures {
    const success = rule.deposits.percent;
    return {
      collectable: rule.active && !isCollected ? waiting : ZERO,
      success,
      fail: restOf(success),
    };
  }

  /** Lists the member's earnings from friends, newest first. */
  list(member: Member, page: number, limit: number): Promise<{ total: number; earnings: EarningRow[] }> {
    return listEarnings(this.#database.queries, member.id, page, limit);
  }

  /**
   * Credits all earnings from friends atomically, once per period.
   * @returns the amount
   * @throws AppError INVITE_INACTIVE, INVITE_COLLECT, NO_INVITE_BONUS, NO_INVITEE_PLAY_INFO, BONUS_REMAINING,
   *   REQUEST_LIMIT, INVITE_BONUS_FAIL when the credit failed: nothing changed, and the member can retry
   */
  async collect(member: Member): Promise<Minor> {
    const { invite: rule } = await this.#content.get();
    if (!rule.active) throw new AppError('INVITE_INACTIVE');
    try {
      const house = await this.#ledger.house('bonus', member.currency);
      return await this.#database.transactionInTurn([rewardsTurn(member.id)], (tx) =>
        this.#collectIn(tx, member, rule, house),
      );
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.#logger.error({ err: error, memberId: member.id }, 'invite bonus could not be credited');
      throw new AppError('INVITE_BONUS_FAIL', { cause: error });
    }
  }

  async #collectIn(tx: Tx, member: Member, rule: InviteRule, house: AccountId): Promise<Minor> {
    // The wallet is locked before the earnings, so a computation of earnings, and reports behind it, never
    // wait for a wallet.
    await this.#ledger.lock(tx, member.walletAccount);
    const period = periodOf(rule.collect, this.#clock.now());
    if (await isCollected(tx, member.id, period)) throw new AppError('INVITE_COLLECT');
    const id = newId();
    const amount = await collectEarnings(tx, id, member.id, period);
    if (amount === ZERO) throw await this.#whyNothing(tx, member, rule);
    if (await this.#hasOpenBonus(tx, member.id)) throw new AppError('BONUS_REMAINING');
    const { outcome } = await this.#ledger.submitIn(tx, {
      id,
      debit: house,
      credit: member.walletAccount,
      amount,
      kind: 'bonus',
      pending: false,
      detail: { link: 'invite', ...rule.name },
    });
    if (outcome !== 'created') throw new Error(`invite collection ${id}: its transfer ended ${outcome}`);
    return amount;
  }

  async #whyNothing(tx: Tx, member: Member, rule: InviteRule): Promise<AppError> {
    const min = amountOf(rule.minTurnover[member.currency]);
    const friends = await countFriends(tx, member.id, min);
    const nobodyPlayed = friends.count > 0 && friends.played === 0;
    return new AppError(nobodyPlayed ? 'NO_INVITEE_PLAY_INFO' : 'NO_INVITE_BONUS');
  }

  /** Returns whether a friend earns. Amounts are never converted, so friends with another currency do not. */
  async #earns(tx: Tx, friend: DueFriend, rule: InviteRule): Promise<boolean> {
    return (
      friend.currency === friend.inviterCurrency &&
      friend.turnover >= amountOf(rule.minTurnover[friend.currency]) &&
      !(await isKnownPerson(tx, friend.friendId))
    );
  }

  async #earnByDeposits(tx: Tx, friend: DueFriend, { deposits: rule }: InviteRule): Promise<void> {
    const { currency } = friend;
    const min = amountOf(rule.min[currency]);
    for (const deposit of await listFirstDeposits(tx, friend.friendId, rule.count, min)) {
      const amount = least(shareOf(deposit.amount, rule.percent), amountOf(rule.upTo[currency]));
      if (amount > 0n) {
        await addDepositEarning(tx, { ...this.#earning(friend, amount), depositId: deposit.id });
      }
    }
  }

  /** Adds the worth of all play less the amount already earned, so the order of rounds does not matter. */
  async #earnByPlay(tx: Tx, friend: DueFriend, { play: rule }: InviteRule): Promise<void> {
    const worth = least(shareOf(friend.turnover, rule.percent), amountOf(rule.upTo[friend.currency]));
    const amount = (worth - (await sumPlayEarnings(tx, friend.friendId))) as Minor;
    if (amount > 0n) await addPlayEarning(tx, this.#earning(friend, amount));
  }

  #earning({ inviterId, friendId }: DueFriend, amount: Minor) {
    return { id: newId(), inviterId, friendId, day: dayOf(this.#clock.now()), amount };
  }
}

/** Returns the member id in an invite code; checks only its format. */
function inviterOf(code: string): string | undefined {
  const read = readInviteCode(code);
  return read.startsWith(INVITE_CODE_PREFIX) ? read.slice(INVITE_CODE_PREFIX.length) : undefined;
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b);

const amountOf = (text: string): Minor => parseDecimal(text) ?? ZERO;
