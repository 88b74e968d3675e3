import { minor, ZERO, type Minor } from '@krapao/contract/money';
import type { GameProvider, TurnoverEntry } from '../ports/game-provider.ts';
import { done } from '../ports/outcome.ts';

const PAGE = 3;

interface Seat {
  balance: Minor;
  /** Undecided stakes on the table. */
  onTable: Minor[];
}

/** A game provider inside the test, whose rounds can stay undecided. Its report has short pages. */
export class TableGame {
  readonly #seats = new Map<string, Seat>();
  readonly #report: TurnoverEntry[] = [];
  /** Number of calls from the server, and the most at the same time. */
  calls = 0;
  mostAtOnce = 0;
  #running = 0;

  sit(username: string): void {
    this.#seats.set(username, { balance: ZERO, onTable: [] });
  }

  balance(username: string): Minor {
    return this.#seat(username).balance;
  }

  onTable(username: string): Minor {
    return this.#seat(username).onTable.reduce((sum, stake) => minor(sum + stake), ZERO);
  }

  /** Moves credit in, or out if negative. @returns false if the credit is insufficient */
  move(username: string, amount: Minor): boolean {
    const seat = this.#seat(username);
    if (seat.balance + amount < 0n) return false;
    seat.balance = minor(seat.balance + amount);
    return true;
  }

  /** Puts a stake on the table. @returns false if the credit is insufficient */
  bet(username: string, stake: Minor): boolean {
    if (!this.move(username, minor(-stake))) return false;
    this.#seat(username).onTable.push(stake);
    return true;
  }

  /** Decides the oldest stake on the table. @returns the stake; undefined if there is none */
  decide(username: string, timesWon: number, at: Date): Minor | undefined {
    const seat = this.#seat(username);
    const stake = seat.onTable.shift();
    if (stake === undefined) return undefined;
    const won = minor(stake * BigInt(timesWon));
    seat.balance = minor(seat.balance + won);
    const reference = String(this.#report.length);
    this.#report.push({
      reference,
      username,
      game: 'table',
      turnover: stake,
      winLoss: minor(won - stake),
      at,
    });
    return stake;
  }

  /** The provider port that the server calls. */
  get port(): GameProvider {
    const asked: Pick<GameProvider, 'balance' | 'turnoverSince'> = {
      balance: (username) => this.#called(async () => done(this.balance(username))),
      turnoverSince: (cursor) =>
        this.#called(async () => {
          const from = Number(cursor ?? 0);
          const entries = this.#report.slice(from, from + PAGE);
          const next = from + entries.length;
          return done({ entries, rejected: [], cursor: String(next), hasMore: next < this.#report.length });
        }),
    };
    return asked as GameProvider;
  }

  /** Counts a call, which takes one turn of the event loop. */
  async #called<T>(answer: () => Promise<T>): Promise<T> {
    this.calls += 1;
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    await new Promise((resolve) => setImmediate(resolve));
    this.#running -= 1;
    return answer();
  }

  #seat(username: string): Seat {
    const seat = this.#seats.get(username);
    if (!seat) throw new Error(`nobody sits as ${username}`);
    return seat;
  }
}
