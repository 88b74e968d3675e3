import type { ContentStore } from '../../content/store.ts';
import type { Slice, Spinwheel } from '../../content/spinwheel-schema.ts';
import type { Database, Tx } from '../../database/open.ts';
import { spinTurn } from '../../database/turns.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { takeCoin } from '../account/queries.ts';
import { drawSlice, seedHash } from './draw.ts';
import type { CoinService } from './coins.ts';
import { findDraw, keepCoupon, keepDraw, lockSpinMember, spinMember, type StoredDraw } from './repo.ts';
import { inCurrency } from './wheel.ts';

/** Data a member needs to spin. */
export interface Setup {
  /** Null when there is no wheel. */
  wheel: Spinwheel | null;
  coins: number;
  nextDraw: { seedHash: string; nonce: number; seedsReplacedAt: Date | undefined } | null;
}

/** The wheel: a coin buys a spin, a spin is a verifiable draw, and a prize is a coupon. */
export class SpinService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #coins: CoinService;
  readonly #clock: Clock;

  constructor(parts: { database: Database; content: ContentStore; coins: CoinService; clock: Clock }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#coins = parts.coins;
    this.#clock = parts.clock;
  }

  async isActive(): Promise<boolean> {
    return (await this.#content.get()).spinwheel.active;
  }

  /** Returns the wheel, the member's coins, and the hash of the seed of the next draw. */
  async setup(member: Member): Promise<Setup> {
    const { spinwheel } = await this.#content.get();
    const coins = await this.#coins.count(member);
    if (!spinwheel.active) return { wheel: null, coins, nextDraw: null };
    const next = await spinMember(this.#database.queries, member.id);
    const { nonce, seedsReplacedAt } = next;
    return {
      wheel: spinwheel,
      coins,
      nextDraw: { seedHash: seedHash(next.serverSeed), nonce, seedsReplacedAt },
    };
  }

  /**
   * Spends a coin on a draw.
   * @param id of the draw; a repeated id spends nothing and returns the same draw
   * @throws AppError NO_DATA without a wheel, MONEY_NOT_ENOUGH without a coin, REQUEST_LIMIT
   */
  async spin(member: Member, clientSeed: string, id: string): Promise<StoredDraw> {
    const { spinwheel } = await this.#content.get();
    await this.#coins.count(member);
    return this.#database.transactionInTurn([spinTurn(member.id)], async (tx) => {
      // From here on, a lock serializes the member's spins across processes.
      const { serverSeed, nonce, seedsReplacedAt } = await lockSpinMember(tx, member.id);
      const known = await findDraw(tx, member.id, id);
      if (known) return known;
      if (!spinwheel.active) throw new AppError('NO_DATA');
      const remainingCoin = await takeCoin(tx, member.id);
      if (remainingCoin === undefined) throw new AppError('MONEY_NOT_ENOUGH');
      const { slices } = spinwheel;
      const weights = slices.map(({ weight }) => weight);
      const draw: StoredDraw = {
        id,
        nonce,
        serverSeed,
        clientSeed,
        slices: slices.map((slice) => ({
          code: slice.code,
          label: inCurrency(slice, member.currency).label,
          weight: slice.weight,
        })),
        won: drawSlice(serverSeed, clientSeed, nonce, weights),
        remainingCoin,
        createdAt: this.#clock.now(),
        seedsReplacedAt,
      };
      await keepDraw(tx, member.id, draw);
      await this.#giveCoupon(tx, member, draw, spinwheel);
      return draw;
    });
  }

  /** @throws AppError NO_DATA when the member has had no such draw */
  async draw(member: Member, id: string): Promise<StoredDraw> {
    const draw = await findDraw(this.#database.queries, member.id, id);
    if (!draw) throw new AppError('NO_DATA');
    return draw;
  }

  async #giveCoupon(tx: Tx, member: Member, draw: StoredDraw, wheel: Spinwheel): Promise<void> {
    const slice: Slice | undefined = wheel.slices[draw.won];
    if (!slice || slice.prize.kind === 'none') return;
    await keepCoupon(tx, member.id, slice.code, {
      drawId: draw.id,
      label: inCurrency(slice, member.currency).label,
      prize: slice.prize,
      expiresAt: new Date(draw.createdAt.getTime() + wheel.couponDays * DAY_MS),
    });
  }
}
