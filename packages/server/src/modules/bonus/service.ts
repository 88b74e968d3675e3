import { minor, ZERO, type Minor } from '@krapao/contract/money';
import type { Database, Queries, Tx } from '../../database/open.ts';
import { offerTurn, rewardsTurn } from '../../database/turns.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { derivedId, newId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { creditedSince } from '../../ledger/queries.ts';
import type { Played as ReportedPlay } from '../turnover/service.ts';
import { isInWallet, type Credit, type CreditReader, type Uncounted } from './credit.ts';
import {
  addBonus,
  addTurnover,
  countGiven,
  countReceived,
  endBonus,
  findFreshDeposit,
  findOpenBonus,
  isMet,
  lockBonus,
  lockOpenBonuses,
  markFailing,
  readLastKnownCredit,
  type Deposit,
  type EndState,
  type Holder,
  type KeptTerms,
  type OpenBonus,
  type Source,
} from './repo.ts';
import {
  bonusAmount,
  costOf,
  countedOf,
  isEnough,
  isUsedUp,
  needsDeposit,
  turnoverNeeded,
} from '../../content/bonus-terms.ts';

/** A bonus or promotion that a member can take. */
export interface Offer {
  source: Source;
  code: string;
  terms: KeptTerms;
  /** Maximum number for all members together; 0 for no limit. */
  quota: number;
  /** Maximum number for one member since `countedSince`; without a time, ever. */
  maxReceived: number;
  countedSince: Date | undefined;
}

/** Returns whether the member has an open bonus or promotion. */
export type HasOpenBonus = (queries: Queries, memberId: string) => Promise<boolean>;

/** A member's play, as far as bonuses need it. */
export type Played = Pick<ReportedPlay, 'memberId' | 'category' | 'turnover' | 'winLoss' | 'at'>;

/** Staff who end a member's bonus. */
export interface EndedByStaff {
  bonusId: string;
  /** Records it, in the transaction that ends the bonus. */
  record: (tx: Tx, end: { bonus: OpenBonus; state: EndState; cost: Minor }) => Promise<void>;
}

const BONUS_HOUSE = 'bonus';
/** Maximum number of reads of a member's credit, while it keeps moving. */
const LOOKS = 4;
/** Interval of checks of an active bonus without a sign of its end. */
const LOOK_EVERY_MS = HOUR_MS;
/** Interval while an obstacle prevents the bonus from ending. */
const SOON_MS = 15_000;
/** Interval while a game's credit cannot be read. More calls do not help a provider that is down. */
const UNSEEN_MS = 5 * 60_000;
/** Maximum wait of an expired bonus for undecided stakes: a wrong report must not block it for ever. */
const TABLES_WAIT_MS = 7 * DAY_MS;

interface BonusParts {
  database: Database;
  ledger: Ledger;
  credit: CreditReader;
  clock: Clock;
}

/**
 * Takes and ends bonuses. Money and state change in one transaction, serialized with the member's other
 * rewards and, by the lock on the wallet's account, with every movement of the member's money. The
 * transaction makes no external calls: the credit is read before it, and again if the wallet has moved since.
 */
export class BonusService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #credit: CreditReader;
  readonly #clock: Clock;

  constructor(parts: BonusParts) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#credit = parts.credit;
    this.#clock = parts.clock;
  }

  /** Returns the member's open bonus. Callers that act on it call within the member's {@link rewardsTurn}. */
  findOpen(queries: Queries, memberId: string): Promise<OpenBonus | undefined> {
    return findOpenBonus(queries, memberId);
  }

  /** Counts how often the member has taken an offer, ended or not. */
  countReceived(memberId: string, source: Source, code: string): Promise<number> {
    return countReceived(this.#database.queries, memberId, source, code);
  }

  /** {@link BonusService.findOpen} outside a transaction. */
  findOpenNow(memberId: string): Promise<OpenBonus | undefined> {
    return findOpenBonus(this.#database.queries, memberId);
  }

  /**
   * Gives the member an offer.
   * @throws AppError BONUS_ALREADY_ACTIVE, BONUS_REMAINING, BONUS_MAX_CLAIMED, BONUS_FULL, BONUS_CONDITION:
   *   no qualifying deposit, or credit in transit; CREDIT_UNKNOWN: a game's credit cannot be read
   */
  async take(holder: Holder, offer: Offer): Promise<void> {
    try {
      await this.#inLine(holder.id, () => this.#tryToTake(holder, offer));
    } catch (error) {
      // A bonus taken meanwhile may have caused the refusal. Its own error is more precise.
      if (error instanceof AppError) refuseBeside(await this.findOpenNow(holder.id), offer);
      throw error;
    }
  }

  async #tryToTake(holder: Holder, offer: Offer): Promise<void> {
    const house = await this.#ledger.house(BONUS_HOUSE, holder.currency);
    for (let look = 0; look < LOOKS; look += 1) {
      // An early check saves useless calls to the providers. The transaction repeats it.
      await this.#mayTake(this.#database.queries, holder, offer);
      const credit = await this.#credit.read(holder);
      if (typeof credit === 'string') throw uncounted(credit);
      const give = async (tx: Tx): Promise<boolean> => {
        const account = await this.#ledger.lock(tx, holder.walletAccount);
        const deposit = await this.#mayTake(tx, holder, offer);
        if (account.movements !== credit.movements) return false;
        await this.#give(tx, { holder, offer, deposit, ownMoney: credit.total, account, house });
        return true;
      };
      const isTaken = await this.#inTurn(holder.id, give, offer.quota > 0 ? offer : undefined);
      if (isTaken) return;
    }
    throw new AppError('BONUS_CONDITION');
  }

  /**
   * Ends the member's bonus: cleared when its conditions are met, else at its cost.
   * @param by staff who end it for the member, by the same rules
   * @returns the amount taken back
   * @throws AppError NO_DATA without a bonus, or with another than `by` names, BONUS_CONDITION while credit is in games or in transit,
   *   CREDIT_UNKNOWN while a game's credit cannot be read
   */
  clear(holder: Holder, by?: EndedByStaff): Promise<Minor> {
    return this.#inLine(holder.id, () => this.#clear(holder, by));
  }

  async #clear(holder: Holder, by: EndedByStaff | undefined): Promise<Minor> {
    const open = await findOpenBonus(this.#database.queries, holder.id);
    if (!open || (by && by.bonusId !== open.id)) throw new AppError('NO_DATA');
    if (isMet(open) && (await this.#endIfMet(open.id, holder, by))) return ZERO;
    for (let look = 0; look < LOOKS; look += 1) {
      const credit = await this.#credit.read(holder);
      if (typeof credit === 'string') throw uncounted(credit);
      if (!isInWallet(credit) || !(await this.#isDecided(open, holder, credit))) break;
      const state = open.expiresAt <= this.#clock.now() ? 'failed' : 'cancelled';
      const ended = await this.#endAtCost(open.id, holder, credit, state, by);
      if (ended === 'gone') throw new AppError('NO_DATA');
      if (ended !== 'moved') return ended.cost;
    }
    throw new AppError('BONUS_CONDITION');
  }

  /**
   * Ends a bonus that has expired or is used up. While credit cannot be read, the bonus does not end.
   * @returns the time of the next check; undefined once the bonus has ended
   */
  async lookForEnd(id: string, holder: Holder): Promise<Date | undefined> {
    const bonus = await findOpenBonus(this.#database.queries, holder.id);
    if (!bonus || bonus.id !== id) return undefined;
    const now = this.#clock.now();
    const isOver = bonus.expiresAt <= now;
    if (isOver && isMet(bonus) && (await this.#endIfMet(id, holder))) return undefined;
    if (isOver) await markFailing(this.#database.queries, id);
    const later = new Date(now.getTime() + LOOK_EVERY_MS);
    const soon = new Date(now.getTime() + SOON_MS);

    const credit = await this.#credit.read(holder);
    if (credit === 'unseen') return new Date(now.getTime() + UNSEEN_MS);
    if (credit === 'under_way') return soon;
    const usedUp = isUsedUp(bonus.terms, credit.total);
    if (!usedUp && !isOver) return later < bonus.expiresAt ? later : bonus.expiresAt;
    if (!usedUp && !isInWallet(credit)) return soon;
    if (!(await this.#isDecided(bonus, holder, credit))) return soon;
    const ended = await this.#endAtCost(id, holder, credit, 'failed');
    return ended === 'moved' ? soon : undefined;
  }

  /** Counts play towards the open bonuses; a turnover listener. */
  async countPlayed(tx: Tx, played: readonly Played[]): Promise<void> {
    const members = [...new Set(played.map(({ memberId }) => memberId))];
    for (const bonus of await lockOpenBonuses(tx, members)) {
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
      await addTurnover(tx, bonus.id, {
        counted: minor(counted),
        winLoss: minor(winLoss),
        checkAt: mayEnd ? this.#clock.now() : undefined,
      });
    }
  }

  /**
   * Ends the member's bonus, if there is one, in the transaction that withdraws everything: the bonus has
   * served its purpose. The caller has locked the wallet's account.
   * @throws AppError BONUS_CONDITION while the bonus's conditions are not met
   */
  async endByWithdrawal(tx: Tx, memberId: string): Promise<void> {
    const found = await findOpenBonus(tx, memberId);
    const open = found && (await lockBonus(tx, found.id));
    if (!open) return;
    if (!isMet(open)) throw new AppError('BONUS_CONDITION');
    await this.#end(tx, open.id, 'cleared');
  }

  /** Estimates the cost of cancelling now from the games' last reported balances. */
  async likelyCost(holder: Holder, bonus: OpenBonus): Promise<Minor> {
    if (isMet(bonus)) return ZERO;
    const { queries } = this.#database;
    const credit = await readLastKnownCredit(queries, holder.id, holder.walletAccount);
    const own = await this.#ownMoney(queries, holder, bonus);
    // A bonus can only be cancelled when all credit is in the wallet.
    return costOf(bonus.terms, { ...credit, own, wallet: credit.total });
  }

  /** @returns the qualifying deposit; undefined when the offer needs none */
  async #mayTake(queries: Queries, holder: Holder, offer: Offer): Promise<Deposit | undefined> {
    const { source, code, terms, quota } = offer;
    refuseBeside(await findOpenBonus(queries, holder.id), offer);
    const received = await countReceived(queries, holder.id, source, code, offer.countedSince);
    if (received >= offer.maxReceived) throw new AppError('BONUS_MAX_CLAIMED');
    if (quota > 0 && (await countGiven(queries, source, code)) >= quota) {
      throw new AppError('BONUS_FULL');
    }
    if (!needsDeposit(terms)) return undefined;
    const deposit = await findFreshDeposit(queries, holder.walletAccount);
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
    await addBonus(tx, {
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
      detail: { link: source, ...terms.name, code, userBonusId: id },
    });
    if (credited.outcome !== 'created') throw new Error(`bonus ${id}: its credit is ${credited.outcome}`);
  }

  /** Returns whether no stake is undecided, or the maximum wait is over. */
  async #isDecided({ expiresAt }: OpenBonus, holder: Holder, credit: Credit): Promise<boolean> {
    const waitsUntil = expiresAt.getTime() + TABLES_WAIT_MS;
    return this.#clock.now().getTime() >= waitsUntil || this.#credit.isIdle(holder, credit);
  }

  /** @returns false when the conditions are not met under the lock */
  async #endIfMet(id: string, holder: Holder, by?: EndedByStaff): Promise<boolean> {
    return this.#inTurn(holder.id, async (tx) => {
      await this.#ledger.lock(tx, holder.walletAccount);
      const bonus = await lockBonus(tx, id);
      if (!bonus) throw new AppError('NO_DATA');
      if (!isMet(bonus)) return false;
      await this.#end(tx, id, 'cleared');
      await by?.record(tx, { bonus, state: 'cleared', cost: ZERO });
      return true;
    });
  }

  /** @returns `moved` when the wallet has moved since the credit was read; `gone` when the bonus has ended */
  async #endAtCost(
    id: string,
    holder: Holder,
    credit: Credit,
    state: 'failed' | 'cancelled',
    by?: EndedByStaff,
  ): Promise<{ cost: Minor } | 'moved' | 'gone'> {
    const house = await this.#ledger.house(BONUS_HOUSE, holder.currency);
    return this.#inTurn(holder.id, async (tx) => {
      const account = await this.#ledger.lock(tx, holder.walletAccount);
      const bonus = await lockBonus(tx, id);
      if (!bonus) return 'gone';
      if (account.movements !== credit.movements) return 'moved';
      // The last stakes may have been reported while the credit was read.
      const own = await this.#ownMoney(tx, holder, bonus);
      const isFree = isMet(bonus) || isUsedUp(bonus.terms, credit.total);
      const cost = isFree ? ZERO : costOf(bonus.terms, { ...credit, own });
      if (cost === 0n) {
        const end = isMet(bonus) ? 'cleared' : state;
        await this.#end(tx, id, end);
        await by?.record(tx, { bonus, state: end, cost });
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
        detail: { link: bonus.source, ...bonus.terms.name, code: bonus.code, userBonusId: id },
      });
      if (taken.outcome !== 'created') throw new Error(`bonus ${id}: its cost is ${taken.outcome}`);
      await by?.record(tx, { bonus, state, cost });
      return { cost };
    });
  }

  /** Ends a bonus, so the member can withdraw again. The caller has locked the wallet's account. */
  #end(tx: Tx, id: string, state: EndState, taken?: { cost: Minor; costId: string }): Promise<void> {
    const { cost = ZERO, costId } = taken ?? {};
    return endBonus(tx, id, { state, at: this.#clock.now(), cost, costId });
  }

  /**
   * Runs a transaction that is serialized with the member's other rewards and, for an offer with a quota,
   * with the other members who take it.
   * @throws AppError REQUEST_LIMIT
   */
  #inTurn<T>(memberId: string, work: (tx: Tx) => Promise<T>, limited?: Offer): Promise<T> {
    const turns = [rewardsTurn(memberId), ...(limited ? [offerTurn(limited.source, limited.code)] : [])];
    return this.#database.transactionInTurn(turns, work);
  }

  /**
   * Serializes a member's calls to the game providers within this process.
   * @throws AppError REQUEST_LIMIT when too many wait
   */
  #inLine<T>(memberId: string, work: () => Promise<T>): Promise<T> {
    return this.#database.turns.run(`bonus:${memberId}`, work);
  }

  /** Returns the credit at the time the bonus was taken plus the member's own credits since. */
  async #ownMoney(queries: Queries, holder: Holder, bonus: OpenBonus): Promise<Minor> {
    const since = await creditedSince(queries, holder.walletAccount, bonus.position);
    return minor(bonus.ownMoney + since);
  }
}

/** Returns the error for credit that cannot be counted now. */
const uncounted = (why: Uncounted): AppError =>
  new AppError(why === 'unseen' ? 'CREDIT_UNKNOWN' : 'BONUS_CONDITION');

/**
 * Allows one bonus at a time.
 * @throws AppError BONUS_ALREADY_ACTIVE or BONUS_REMAINING when a bonus is open
 */
function refuseBeside(open: OpenBonus | undefined, { source, code }: Offer): void {
  if (!open) return;
  const isSame = open.source === source && open.code === code;
  throw new AppError(isSame ? 'BONUS_ALREADY_ACTIVE' : 'BONUS_REMAINING');
}
