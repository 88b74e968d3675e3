import { minor, ZERO, type Minor } from '@krapao/contract/money';
import type { Provider } from '../../content/schema.ts';
import type { Queries, Tx } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { derivedId, newId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { linkedDetail } from '../statement/service.ts';
import { isHome, type Credit, type CreditReader, type Uncounted } from './credit.ts';
import { isMet, type BonusRepo, type Deposit, type EndState, type Holder, type KeptTerms } from './repo.ts';
import type { OpenBonus, Source } from './repo.ts';
import {
  bonusAmount,
  costOf,
  countedOf,
  isEnough,
  isUsedUp,
  needsDeposit,
  turnoverNeeded,
} from '../../content/bonus-terms.ts';

/** Something to take, of either kind. */
export interface Offer {
  source: Source;
  code: string;
  terms: KeptTerms;
  /** How often it is given to all members together; 0 for without end. */
  quota: number;
  /** How often a member may take it since then; without a time, ever. */
  maxReceived: number;
  countedSince: Date | undefined;
}

/** What of a member's play counts here. */
export interface Played {
  memberId: string;
  category: Provider['category'];
  turnover: Minor;
  winLoss: Minor;
  at: Date;
}

const BONUS_HOUSE = 'bonus';
const DAY_MS = 24 * 60 * 60_000;
/** Looking again at a member's credit that moved while it was being looked at. */
const LOOKS = 4;
/** Without anything to hint at its end, an active bonus is looked at this often. */
const LOOK_EVERY_MS = 60 * 60_000;
/** While something stands in the way of its end, this often. */
const SOON_MS = 15_000;
/** While a game's credit cannot be seen, this often: a provider that is away is not helped by more questions. */
const UNSEEN_MS = 5 * 60_000;
/** So long after its time is over a bonus waits for open tables; a report that is wrong must not bind for ever. */
const TABLES_WAIT_MS = 7 * DAY_MS;

interface BonusParts {
  repo: BonusRepo;
  ledger: Ledger;
  credit: CreditReader;
  clock: Clock;
}

/**
 * Takes and ends bonuses. Money and state change in one transaction, which takes turns with the member's
 * other rewards and, by the lock on the wallet's account, with whatever moves the member's money. Nobody
 * outside is asked in there: the credit is looked at before, and again if the wallet has moved since.
 */
export class BonusService {
  readonly #repo: BonusRepo;
  readonly #ledger: Ledger;
  readonly #credit: CreditReader;
  readonly #clock: Clock;

  constructor(parts: BonusParts) {
    this.#repo = parts.repo;
    this.#ledger = parts.ledger;
    this.#credit = parts.credit;
    this.#clock = parts.clock;
  }

  /** The member's bonus that has not ended. What depends on the answer asks in {@link BonusRepo.transaction}. */
  open(queries: Queries, memberId: string): Promise<OpenBonus | undefined> {
    return this.#repo.open(queries, memberId);
  }

  /** How often the member has taken something, ended or not. */
  countReceived(memberId: string, source: Source, code: string): Promise<number> {
    return this.#repo.countReceived(this.#repo.queries, memberId, source, code);
  }

  /** {@link BonusService.open} beside a transaction. */
  openNow(memberId: string): Promise<OpenBonus | undefined> {
    return this.#repo.open(this.#repo.queries, memberId);
  }

  /**
   * Gives the member what an offer gives.
   * @throws AppError BONUS_ALREADY_ACTIVE, BONUS_REMAINING, BONUS_MAX_CLAIMED, BONUS_FULL, BONUS_CONDITION:
   *   no deposit that it is given on, or credit that is under way; CREDIT_UNKNOWN: a game's cannot be seen
   */
  async take(holder: Holder, offer: Offer): Promise<void> {
    try {
      await this.#repo.inLine(holder.id, () => this.#tryToTake(holder, offer));
    } catch (error) {
      // One that was taken meanwhile may first have shown in what it used up: that it is open says more.
      if (error instanceof AppError) refuseBeside(await this.openNow(holder.id), offer);
      throw error;
    }
  }

  async #tryToTake(holder: Holder, offer: Offer): Promise<void> {
    const house = await this.#ledger.house(BONUS_HOUSE, holder.currency);
    for (let look = 0; look < LOOKS; look += 1) {
      // Said before the providers are asked for nothing, and decided again where it counts.
      await this.#mayTake(this.#repo.queries, holder, offer);
      const credit = await this.#credit.read(holder);
      if (typeof credit === 'string') throw uncounted(credit);
      const give = async (tx: Tx): Promise<boolean> => {
        const account = await this.#ledger.lock(tx, holder.walletAccount);
        const deposit = await this.#mayTake(tx, holder, offer);
        if (account.movements !== credit.movements) return false;
        await this.#give(tx, { holder, offer, deposit, ownMoney: credit.total, account, house });
        return true;
      };
      const isTaken = await this.#repo.transaction(holder.id, give, offer.quota > 0 ? offer : undefined);
      if (isTaken) return;
    }
    throw new AppError('BONUS_CONDITION');
  }

  /**
   * Ends the member's bonus: cleared when its conditions are met, else at its cost.
   * @returns what was taken back
   * @throws AppError NO_DATA without one, BONUS_CONDITION while credit is in games or under way, CREDIT_UNKNOWN while
   *   a game's cannot be seen
   */
  clear(holder: Holder): Promise<Minor> {
    return this.#repo.inLine(holder.id, () => this.#clear(holder));
  }

  async #clear(holder: Holder): Promise<Minor> {
    const open = await this.#repo.open(this.#repo.queries, holder.id);
    if (!open) throw new AppError('NO_DATA');
    if (isMet(open) && (await this.#endIfMet(open.id, holder))) return ZERO;
    for (let look = 0; look < LOOKS; look += 1) {
      const credit = await this.#credit.read(holder);
      if (typeof credit === 'string') throw uncounted(credit);
      if (!isHome(credit) || !(await this.#isDecided(open, holder, credit))) break;
      const state = open.expiresAt <= this.#clock.now() ? 'failed' : 'cancelled';
      const ended = await this.#endAtCost(open.id, holder, credit, state);
      if (ended === 'gone') throw new AppError('NO_DATA');
      if (ended !== 'moved') return ended.cost;
    }
    throw new AppError('BONUS_CONDITION');
  }

  /**
   * Looks whether a bonus ends by itself: its time is over, or its credit is used up. While credit cannot be seen it
   * stays as it is.
   * @returns when to look again; undefined once it has ended
   */
  async lookForEnd(id: string, holder: Holder): Promise<Date | undefined> {
    const bonus = await this.#repo.open(this.#repo.queries, holder.id);
    if (!bonus || bonus.id !== id) return undefined;
    const now = this.#clock.now();
    const isOver = bonus.expiresAt <= now;
    if (isOver && isMet(bonus) && (await this.#endIfMet(id, holder))) return undefined;
    if (isOver) await this.#repo.markFailing(id);
    const later = new Date(now.getTime() + LOOK_EVERY_MS);
    const soon = new Date(now.getTime() + SOON_MS);

    const credit = await this.#credit.read(holder);
    if (credit === 'unseen') return new Date(now.getTime() + UNSEEN_MS);
    if (credit === 'under_way') return soon;
    const usedUp = isUsedUp(bonus.terms, credit.total);
    if (!usedUp && !isOver) return later < bonus.expiresAt ? later : bonus.expiresAt;
    if (!usedUp && !isHome(credit)) return soon;
    if (!(await this.#isDecided(bonus, holder, credit))) return soon;
    const ended = await this.#endAtCost(id, holder, credit, 'failed');
    return ended === 'moved' ? soon : undefined;
  }

  /** Counts what was played towards the bonuses that are open; a turnover listener. */
  async countPlayed(tx: Tx, played: readonly Played[]): Promise<void> {
    const members = [...new Set(played.map(({ memberId }) => memberId))];
    for (const bonus of await this.#repo.lockOf(tx, members)) {
      const since = played.filter(
        ({ memberId, at }) => memberId === bonus.memberId && at >= bonus.activatedAt,
      );
      if (since.length === 0) continue;
      let counted = 0n;
      let winLoss = 0n;
      for (const entry of since) {
        winLoss += entry.winLoss;
        if (entry.at < bonus.expiresAt) counted += countedOf(bonus.terms, entry.category, entry.turnover);
      }
      const left = minor(bonus.ownMoney + bonus.bonusAmount + bonus.winLoss + winLoss);
      const mayEnd = bonus.state === 'failing' || isUsedUp(bonus.terms, left);
      await this.#repo.addTurnover(tx, bonus.id, {
        counted: minor(counted),
        winLoss: minor(winLoss),
        checkAt: mayEnd ? this.#clock.now() : undefined,
      });
    }
  }

  /**
   * Ends the member's bonus, if there is one, by a withdrawal of everything in the same transaction: it has served its
   * purpose. The wallet's account is locked already.
   * @throws AppError BONUS_CONDITION while its conditions are not met
   */
  async endByWithdrawal(tx: Tx, memberId: string): Promise<void> {
    const found = await this.#repo.open(tx, memberId);
    const open = found && (await this.#repo.lock(tx, found.id));
    if (!open) return;
    if (!isMet(open)) throw new AppError('BONUS_CONDITION');
    await this.#end(tx, open.id, 'cleared');
  }

  /** What cancelling would take back now, going by what the games said last. */
  async likelyCost(holder: Holder, bonus: OpenBonus): Promise<Minor> {
    if (isMet(bonus)) return ZERO;
    const credit = await this.#repo.lastKnownCredit(holder.id, holder.walletAccount);
    const own = await this.#ownMoney(this.#repo.queries, holder, bonus);
    // Everything is in the wallet by then.
    return costOf(bonus.terms, { ...credit, own, wallet: credit.total });
  }

  /** @returns the deposit it is given on, where it is given on one */
  async #mayTake(queries: Queries, holder: Holder, offer: Offer): Promise<Deposit | undefined> {
    const { source, code, terms, quota } = offer;
    refuseBeside(await this.#repo.open(queries, holder.id), offer);
    const received = await this.#repo.countReceived(queries, holder.id, source, code, offer.countedSince);
    if (received >= offer.maxReceived) throw new AppError('BONUS_MAX_CLAIMED');
    if (quota > 0 && (await this.#repo.countGiven(queries, source, code)) >= quota) {
      throw new AppError('BONUS_FULL');
    }
    if (!needsDeposit(terms)) return undefined;
    const deposit = await this.#repo.freshDeposit(queries, holder.walletAccount);
    if (!deposit || !isEnough(terms, deposit.amount) || bonusAmount(terms, deposit.amount) === 0n) {
      throw new AppError('BONUS_CONDITION');
    }
    return deposit;
  }

  async #give(
    tx: Tx,
    given: {
      holder: Holder;
      offer: Offer;
      deposit: Deposit | undefined;
      ownMoney: Minor;
      account: { movements: bigint };
      house: Awaited<ReturnType<Ledger['house']>>;
    },
  ): Promise<void> {
    const { holder, offer, deposit, ownMoney, account, house } = given;
    const { source, code, terms } = offer;
    const id = newId();
    const creditId = derivedId('bonus', id);
    const onDeposit = deposit?.amount ?? ZERO;
    const amount = bonusAmount(terms, onDeposit);
    const activatedAt = this.#clock.now();
    const expiresAt = new Date(activatedAt.getTime() + terms.validDays * DAY_MS);
    const firstLook = new Date(activatedAt.getTime() + LOOK_EVERY_MS);
    await this.#repo.add(tx, {
      id,
      memberId: holder.id,
      source,
      code,
      terms,
      deposit,
      bonusAmount: amount,
      creditId,
      ownMoney,
      position: account.movements + 1n,
      turnoverNeeded: turnoverNeeded(terms, amount, onDeposit),
      activatedAt,
      expiresAt,
      checkAt: firstLook < expiresAt ? firstLook : expiresAt,
    });
    const credited = await this.#ledger.submitIn(tx, {
      id: creditId,
      debit: house,
      credit: holder.walletAccount,
      amount,
      kind: 'bonus',
      pending: false,
      detail: { ...linkedDetail(source, terms.name), code, userBonusId: id },
    });
    if (credited.outcome !== 'created') throw new Error(`bonus ${id}: its credit is ${credited.outcome}`);
  }

  /** Nothing lies on open tables, or it has been waited for long enough. */
  async #isDecided({ expiresAt }: OpenBonus, holder: Holder, credit: Credit): Promise<boolean> {
    const waitsUntil = expiresAt.getTime() + TABLES_WAIT_MS;
    return this.#clock.now().getTime() >= waitsUntil || this.#credit.isIdle(holder, credit);
  }

  /** @returns false when the conditions are not met after all */
  async #endIfMet(id: string, holder: Holder): Promise<boolean> {
    return this.#repo.transaction(holder.id, async (tx) => {
      await this.#ledger.lock(tx, holder.walletAccount);
      const bonus = await this.#repo.lock(tx, id);
      if (!bonus) throw new AppError('NO_DATA');
      if (!isMet(bonus)) return false;
      await this.#end(tx, id, 'cleared');
      return true;
    });
  }

  /** `moved`: the credit is not what it was when it was looked at. `gone`: it has ended already. */
  async #endAtCost(
    id: string,
    holder: Holder,
    credit: Credit,
    state: 'failed' | 'cancelled',
  ): Promise<{ cost: Minor } | 'moved' | 'gone'> {
    const house = await this.#ledger.house(BONUS_HOUSE, holder.currency);
    return this.#repo.transaction(holder.id, async (tx) => {
      const account = await this.#ledger.lock(tx, holder.walletAccount);
      const bonus = await this.#repo.lock(tx, id);
      if (!bonus) return 'gone';
      if (account.movements !== credit.movements) return 'moved';
      // The last of the stakes may have been reported while the credit was looked at.
      const own = await this.#ownMoney(tx, holder, bonus);
      const isFree = isMet(bonus) || isUsedUp(bonus.terms, credit.total);
      const cost = isFree ? ZERO : costOf(bonus.terms, { ...credit, own });
      if (cost === 0n) {
        await this.#end(tx, id, isMet(bonus) ? 'cleared' : state);
        return { cost };
      }
      const costId = derivedId('finish_bonus', id);
      await this.#end(tx, id, state, { cost, costId });
      const taken = await this.#ledger.submitIn(tx, {
        id: costId,
        debit: holder.walletAccount,
        credit: house,
        amount: cost,
        kind: 'finish_bonus',
        pending: false,
        detail: { ...linkedDetail(bonus.source, bonus.terms.name), code: bonus.code, userBonusId: id },
      });
      if (taken.outcome !== 'created') throw new Error(`bonus ${id}: its cost is ${taken.outcome}`);
      return { cost };
    });
  }

  /** Ends it, which lets the member withdraw again: the wallet's account is locked already. */
  #end(tx: Tx, id: string, state: EndState, taken?: { cost: Minor; costId: string }): Promise<void> {
    const { cost = ZERO, costId } = taken ?? {};
    return this.#repo.end(tx, id, { state, at: this.#clock.now(), cost, costId });
  }

  /** All credit when the bonus was taken, and what the member was credited since. */
  async #ownMoney(queries: Queries, holder: Holder, bonus: OpenBonus): Promise<Minor> {
    const since = await this.#repo.creditedSince(queries, holder.walletAccount, bonus.position);
    return minor(bonus.ownMoney + since);
  }
}

/** Why nothing can be decided on a member's credit now. */
const uncounted = (why: Uncounted): AppError =>
  new AppError(why === 'unseen' ? 'CREDIT_UNKNOWN' : 'BONUS_CONDITION');

/** One bonus at a time. @throws AppError BONUS_ALREADY_ACTIVE or BONUS_REMAINING beside one that is open */
function refuseBeside(open: OpenBonus | undefined, { source, code }: Offer): void {
  if (!open) return;
  const isSame = open.source === source && open.code === code;
  throw new AppError(isSame ? 'BONUS_ALREADY_ACTIVE' : 'BONUS_REMAINING');
}
