import { minor, type Minor } from '@krapao/contract/money';
import { GAME_CATEGORIES } from '@krapao/contract/wallet';
import type { BonusRule } from '../content/rewards.ts';
import type { Member } from '../domain/member.ts';
import { AppError } from '../kernel/app-error.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { CreditReader } from '../modules/bonus/credit.ts';
import { BonusService } from '../modules/bonus/service.ts';
import { BonusExpiryWorker } from '../modules/bonus/expiry-worker.ts';
import { BonusOffers } from '../modules/bonus/offers.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import { TurnoverService } from '../modules/turnover/service.ts';
import { WithdrawalService } from '../modules/withdrawals/service.ts';
import { BooksOnly, type BooksProcess } from './books-only.ts';
import { TableGame } from './table-game.ts';
import { TestClock } from './test-clock.ts';

const PROVIDER = 'PG';

/** Services for bonuses in one server process. */
export interface BonusProcess {
  offers: BonusOffers;
  bonuses: BonusService;
  expiryWorker: BonusExpiryWorker;
  turnover: TurnoverService;
  withdrawals: WithdrawalService;
}

/** Servers with bonuses on one database, with a table game and a bank that is never reached. */
export class BonusWorld {
  readonly books: BooksOnly;
  readonly clock = new TestClock();
  readonly game = new TableGame();
  #processes: BonusProcess[];

  private constructor(books: BooksOnly) {
    this.books = books;
    this.#processes = books.processes.map((process) => this.#start(process));
  }

  static async open(bonuses: BonusRule[]): Promise<BonusWorld> {
    const books = await BooksOnly.open(2, (content) => {
      content.bonuses = bonuses;
      content.withdraw.limits.BAHT = { min: '0.01', max: '1000000.00' };
    });
    return new BonusWorld(books);
  }

  process(index: number): BonusProcess {
    const process = this.#processes[index % this.#processes.length];
    if (!process) throw new Error('there is no process');
    return process;
  }

  /** Restarts a process: its memory is lost. */
  restart(index: number): void {
    const place = index % this.#processes.length;
    const books = this.books.processes[place];
    if (books) this.#processes[place] = this.#start(books);
  }

  /** Creates a member with an account at the game. */
  async join(): Promise<Member> {
    const member = await this.books.newMember();
    this.game.sit(member.id);
    await this.books.first.database.queries
      .insertInto('game_account')
      .values({
        member_id: member.id,
        provider: PROVIDER,
        username: member.id,
        sealed_password: Buffer.alloc(0),
        active: true,
      })
      .execute();
    return member;
  }

  /**
   * Moves credit between wallet and game, like the transfer saga.
   * @returns whether the credit was sufficient
   */
  async move(member: Member, amount: Minor): Promise<boolean> {
    const isIn = amount > 0n;
    const { ledger } = this.books.first;
    const house = await ledger.house(`provider:${PROVIDER}`, member.currency);
    const id = newId();
    const held = await ledger.submit({
      id,
      debit: isIn ? member.walletAccount : house,
      credit: isIn ? house : member.walletAccount,
      amount: isIn ? amount : minor(-amount),
      kind: isIn ? 'game_in' : 'game_out',
      pending: true,
      detail: { provider: PROVIDER, username: member.id, memberId: member.id },
    });
    if (held.outcome !== 'created') return false;
    const isDone = this.game.move(member.id, amount);
    await ledger.settle({ id, result: isDone ? 'post' : 'void', outcome: {} });
    return isDone;
  }

  close(): Promise<void> {
    return this.books.close();
  }

  #start({ database, ledger, content }: BooksProcess): BonusProcess {
    const { clock } = this;
    const logger = createLogger('silent');
    const providers = new Map([[PROVIDER, this.game.port]]);
    const turnover = new TurnoverService({
      database,
      providers,
      content,
      clock,
      rejected: new RejectedEntries(database),
      logger,
      leaseMs: 10_000,
      pauseMs: 0,
    });
    const games = { balanceHeard: async () => {} };
    const credit = new CreditReader({ database, games, providers, turnover, clock });
    const bonuses = new BonusService({ database, ledger, credit, clock });
    turnover.onPlayed((tx, played) => bonuses.countPlayed(tx, played));
    const unreached = (): never => {
      throw new Error('nobody is to be called');
    };
    return {
      bonuses,
      turnover,
      expiryWorker: new BonusExpiryWorker({ database, service: bonuses, clock }),
      offers: new BonusOffers({ database, service: bonuses, content, clock }),
      withdrawals: new WithdrawalService({
        database,
        ledger,
        bonuses,
        controls: { isStopped: () => false },
        stepUp: { isFresh: () => true },
        content,
        bank: { payOut: unreached, lookUp: unreached, readCallback: unreached },
        clock,
        options: { delayAfterChangeHours: 0 },
        reconciler: { nudge: () => {}, register: () => {} },
        rejected: { add: unreached },
        logger,
        callbackUrl: unreached,
      }),
    };
  }
}

/** Returns the catalogue code of a refused call; undefined if it was not refused. */
export async function refusalOf(press: Promise<unknown>): Promise<string | undefined> {
  try {
    await press;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Returns every category at the same percentage. */
export const everyGame = (percent: number): BonusRule['games'] =>
  Object.fromEntries(GAME_CATEGORIES.map((category) => [category, percent]));
