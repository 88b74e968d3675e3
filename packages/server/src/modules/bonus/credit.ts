import { minor, ZERO, type Minor, SMALLEST_MOVE } from '@krapao/contract/money';
import { sql } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { accountStates, movedIntoGames } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
import { activeGameAccounts } from '../games/queries.ts';
import type { GameService } from '../games/service.ts';
import { winLossAt, winLossTotals } from '../turnover/queries.ts';
import type { TurnoverService } from '../turnover/service.ts';

/** Member fields that reading the credit needs. */
export interface Owner {
  id: string;
  walletAccount: AccountId;
}

/** A member's credit in one game, as the provider reports it now. */
interface GameCredit {
  provider: string;
  balance: Minor;
  /** Total moved in, less the total moved back. */
  moved: Minor;
  /** Time of the newest transfer to or from the game. */
  movedAt: Date;
  /** Whether the provider reports stakes and winnings. */
  reportsPlay: boolean;
}

/** All credit of a member at one moment: every game's balance is known and no transfer is pending. */
export interface Credit {
  wallet: Minor;
  games: readonly GameCredit[];
  total: Minor;
  /** Movement count of the wallet; unchanged while no money moves. */
  movements: bigint;
}

/** Reason why a member's credit cannot be counted now. Unknown credit never counts as zero. */
export type Uncounted = 'under_way' | 'unseen';

interface CreditBasis {
  balance: bigint;
  held: bigint;
  incoming: bigint;
  movements: bigint;
  games: readonly GameRow[];
}

/** Recorded credit of a member at one provider; minor units as text. */
interface GameRow {
  provider: string;
  /** Null without an active account there, which should not happen; the provider cannot be asked then. */
  username: string | null;
  moved: string;
  movedAt: string;
  /** Wins less losses by the provider's report, as far as it has been read. */
  winLoss: string;
  /** Last reported balance; null if it is older than the newest movement. */
  told: string | null;
}

/** A provider that can be asked for a member's balance. */
interface Asked {
  provider: string;
  username: string;
  moved: Minor;
  movedAt: Date;
  port: GameProvider;
}

/** Number of concurrent balance requests of a process to one provider. */
const ASKED_AT_ONCE = 16;
/** Length of the queue for them. Beyond it credit is `unseen`: an answer would come too late. */
const MOST_WAITING = 256;
/**
 * Time after the newest transfer of a game whose provider reports no play. A stake from before counts as decided then:
 * nothing tells of it, and the player must not wait for a report that never comes.
 */
const UNREPORTED_MS = 24 * 60 * 60_000;

type Games = Pick<GameService, 'balanceHeard'>;

/** Reads all credit of a member: the wallet from the ledger, the games from the providers. */
export class CreditReader {
  readonly #database: Database;
  readonly #games: Games;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #turnover: Pick<TurnoverService, 'catchUp'>;
  readonly #clock: Clock;
  /** One queue per provider, so a slow provider delays only members with credit there. */
  readonly #lines = new Map<string, LimitFunction>();

  constructor(parts: {
    database: Database;
    games: Games;
    providers: ReadonlyMap<string, GameProvider>;
    turnover: Pick<TurnoverService, 'catchUp'>;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#games = parts.games;
    this.#providers = parts.providers;
    this.#turnover = parts.turnover;
    this.#clock = parts.clock;
  }

  /**
   * Counts all credit of a member. `unseen`: a provider to which the member has moved credit is not
   * connected, does not answer, or answers unreadably, so the balance there is unknown.
   */
  async read(owner: Owner): Promise<Credit | Uncounted> {
    // The ledger is read first: movements during the calls to the providers then change the movement count.
    const basis = await this.#basis(owner);
    if (basis.held !== 0n || basis.incoming !== 0n) return 'under_way';
    const asked = this.#askable(basis.games);
    if (!asked) return 'unseen';
    const games = await Promise.all(asked.map((game) => this.#ask(owner, game)));
    const known = games.filter((game) => game !== undefined);
    if (known.length < games.length) return 'unseen';
    const wallet = minor(basis.balance);
    const total = known.reduce((sum, { balance }) => minor(sum + balance), wallet);
    return { wallet, games: known, total, movements: basis.movements };
  }

  /** Returns the providers to ask; undefined when one that may hold credit cannot be asked. */
  #askable(games: readonly GameRow[]): Asked[] | undefined {
    const asked: Asked[] = [];
    for (const game of games) {
      const { provider, username } = game;
      const port = this.#providers.get(provider);
      if (port && username !== null) {
        const moved = minor(BigInt(game.moved));
        asked.push({ provider, username, moved, movedAt: new Date(game.movedAt), port });
      } else if (!isEmptied(game)) return undefined;
    }
    return asked;
  }

  #lineTo(provider: string): LimitFunction {
    const line = this.#lines.get(provider) ?? pLimit(ASKED_AT_ONCE);
    this.#lines.set(provider, line);
    return line;
  }

  async #ask(owner: Owner, asked: Asked): Promise<GameCredit | undefined> {
    const { provider, username, moved, movedAt, port } = asked;
    const line = this.#lineTo(provider);
    if (line.pendingCount >= MOST_WAITING) return undefined;
    const balance = await line(() => port.balance(username));
    if (balance.outcome !== 'done') return undefined;
    await this.#games.balanceHeard(owner.id, provider, balance.value);
    const reportsPlay = port.reportsPlay !== false;
    return { provider, balance: balance.value, moved, movedAt, reportsPlay };
  }

  /**
   * Returns whether no stake is undecided: in each game the credit moved in plus the reported wins less
   * losses equals the balance. The reports are read up to now first. An undecided stake is missing from the
   * balance. Where the provider reports no play, stakes count as decided a day after the newest transfer.
   */
  async isIdle(owner: Owner, { games }: Credit): Promise<boolean> {
    const quietSince = this.#clock.now().getTime() - UNREPORTED_MS;
    const reporting = games.filter(({ reportsPlay }) => reportsPlay);
    if (games.some(({ reportsPlay, movedAt }) => !reportsPlay && movedAt.getTime() > quietSince))
      return false;
    if (reporting.length === 0) return true;
    for (const { provider } of reporting) if (!(await this.#turnover.catchUp(provider))) return false;
    const providers = reporting.map(({ provider }) => provider);
    const winLoss = await winLossAt(this.#database.queries, owner.id, providers);
    return reporting.every(
      ({ provider, moved, balance }) => moved + (winLoss.get(provider) ?? ZERO) - balance < SMALLEST_MOVE,
    );
  }

  async #basis({ id, walletAccount }: Owner): Promise<CreditBasis> {
    const { rows } = await sql<CreditBasis>`
      select a.balance, a.held, a.incoming, a.movements, coalesce((
          select jsonb_agg(jsonb_build_object('provider', g.provider, 'username', p.username, 'moved', g.moved::text,
              'movedAt', g.newest, 'winLoss', coalesce(w.win_loss, 0)::text,
              'told', case when p.balance_at > g.newest then p.balance::text end))
            from ${movedIntoGames(sql`a.id`)} g
            left join ${activeGameAccounts} p on p.member_id = ${id} and p.provider = g.provider
            left join ${winLossTotals} w on w.member_id = ${id} and w.provider = g.provider
        ), '[]') as games
        from ${accountStates} a where a.id = ${walletAccount}`.execute(this.#database.queries);
    const [row] = rows;
    if (!row) throw new Error(`ledger account ${walletAccount} is missing`);
    return row;
  }
}

/**
 * Returns whether a provider that cannot be asked any more holds no credit: its last reported balance is
 * zero, and by its report all credit moved in has been moved back or lost, so no stake is undecided either.
 */
function isEmptied({ moved, winLoss, told }: GameRow): boolean {
  if (told === null || BigInt(told) >= SMALLEST_MOVE) return false;
  const left = BigInt(moved) + BigInt(winLoss);
  return left > -SMALLEST_MOVE && left < SMALLEST_MOVE;
}

/** Returns whether all credit is in the main wallet, except balances too small to move. */
export const isInWallet = ({ games }: Credit): boolean =>
  games.every(({ balance }) => balance < SMALLEST_MOVE);
