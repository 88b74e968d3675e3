import { minor, ZERO, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
import type { GameService } from '../games/service.ts';
import type { TurnoverService } from '../turnover/service.ts';

/** Of the member, what looking at their credit takes. */
export interface Owner {
  id: string;
  walletAccount: AccountId;
}

/** A member's credit in one game, as the provider says just now. */
interface GameCredit {
  provider: string;
  balance: Minor;
  /** All that was ever moved in, less what came back. */
  moved: Minor;
}

/** All of a member's credit at one moment, nothing of it under way. */
export interface Credit {
  wallet: Minor;
  games: readonly GameCredit[];
  total: Minor;
  /** Of the wallet; unchanged as long as nothing has moved since. */
  movements: bigint;
}

interface Ground {
  balance: bigint;
  held: bigint;
  incoming: bigint;
  movements: bigint;
  moved: Record<string, string>;
}

/** Less than this in a game cannot be moved, and counts as none. */
const SMALLEST_MOVE = minor(100n);

type Games = Pick<GameService, 'activeAccounts' | 'balanceHeard'>;

/** Looks at all of a member's credit: the ledger for the wallet, the providers for the games. */
export class CreditReader {
  readonly #database: Database;
  readonly #games: Games;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #turnover: Pick<TurnoverService, 'catchUp'>;

  constructor(parts: {
    database: Database;
    games: Games;
    providers: ReadonlyMap<string, GameProvider>;
    turnover: Pick<TurnoverService, 'catchUp'>;
  }) {
    this.#database = parts.database;
    this.#games = parts.games;
    this.#providers = parts.providers;
    this.#turnover = parts.turnover;
  }

  /** Undefined while credit is under way, or when a game's balance cannot be learnt. */
  async read(owner: Owner): Promise<Credit | undefined> {
    // The ledger first: whatever moves while the providers are asked shows in the count of movements.
    const ground = await this.#ground(owner.walletAccount);
    if (ground.held !== 0n || ground.incoming !== 0n) return undefined;
    const accounts = await this.#games.activeAccounts(owner.id);
    const asked = accounts.filter(({ provider }) => ground.moved[provider] !== undefined);
    const games = await Promise.all(
      asked.map(async ({ provider, username }) => {
        const balance = await this.#providers.get(provider)?.balance(username);
        if (balance?.outcome !== 'done') return undefined;
        await this.#games.balanceHeard(owner.id, provider, balance.value);
        return { provider, balance: balance.value, moved: minor(BigInt(ground.moved[provider] ?? 0)) };
      }),
    );
    const known = games.filter((game) => game !== undefined);
    if (known.length < games.length) return undefined;
    const wallet = minor(ground.balance);
    const total = known.reduce((sum, { balance }) => minor(sum + balance), wallet);
    return { wallet, games: known, total, movements: ground.movements };
  }

  /**
   * Whether nothing lies on open tables: what was moved into each game, won and lost there makes what the
   * game holds. The reports are read up to now first, so a stake that is not decided yet is missing there.
   */
  async isIdle(owner: Owner, { games }: Credit): Promise<boolean> {
    if (games.length === 0) return true;
    for (const { provider } of games) if (!(await this.#turnover.catchUp(provider))) return false;
    const rows = await this.#database.queries
      .selectFrom('turnover_total')
      .select(['provider', 'win_loss'])
      .where('member_id', '=', owner.id)
      .where(
        'provider',
        'in',
        games.map(({ provider }) => provider),
      )
      .execute();
    const winLoss = new Map(rows.map((row) => [row.provider, row.win_loss]));
    return games.every(
      ({ provider, moved, balance }) => moved + (winLoss.get(provider) ?? ZERO) - balance < SMALLEST_MOVE,
    );
  }

  async #ground(account: AccountId): Promise<Ground> {
    const { rows } = await sql<Ground>`
      select a.balance, a.held, a.incoming, a.movements, coalesce((
          select jsonb_object_agg(g.provider, g.moved::text) from (
            select t.detail ->> 'provider' as provider,
                sum(case when t.kind = 'game_in' then t.amount else -t.amount end) as moved
              from ledger_transfer t
              where t.kind in ('game_in', 'game_out') and t.state = 'posted'
                -- The numbers are there for every account of a member; naming them lets the indexes serve.
                and (t.debit_account = a.id and t.debit_no is not null
                  or t.credit_account = a.id and t.credit_no is not null)
              group by 1
          ) g
        ), '{}') as moved
        from ledger_account a where a.id = ${account}`.execute(this.#database.queries);
    const [row] = rows;
    if (!row) throw new Error(`ledger account ${account} is missing`);
    return row;
  }
}

/** Whether all of it is in the main wallet, but for what is too little to be moved. */
export const isHome = ({ games }: Credit): boolean => games.every(({ balance }) => balance < SMALLEST_MOVE);
