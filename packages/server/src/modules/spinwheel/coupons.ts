import { PRIZE_CODE } from '@krapao/contract/spinwheel';
import type { Prize } from '../../content/spinwheel-schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import { rewardsTurn } from '../../database/turns.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { addCoins } from '../account/queries.ts';
import type { HasOpenBonus } from '../bonus/service.ts';
import {
  hasWon,
  heldCoupons,
  isClaimed,
  markClaimed,
  nextCoupon,
  type HeldCoupons,
  type StoredCoupon,
} from './repo.ts';
import { moneyOf } from './wheel.ts';

/** Books what a coupon gives, in the transaction of its claim. */
type Giving = (tx: Tx) => Promise<void>;

/** Time for which an expired coupon is still shown. */
const SHOWN_EXPIRED_MS = 30 * DAY_MS;

/** Coupons: prizes that a member has won and not claimed yet. */
export class CouponService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #ledger: Ledger;
  readonly #hasOpenBonus: HasOpenBonus;
  readonly #clock: Clock;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    ledger: Ledger;
    hasOpenBonus: HasOpenBonus;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#ledger = parts.ledger;
    this.#hasOpenBonus = parts.hasOpenBonus;
    this.#clock = parts.clock;
  }

  held(member: Member): Promise<HeldCoupons[]> {
    const now = this.#clock.now();
    const expiredSince = new Date(now.getTime() - SHOWN_EXPIRED_MS);
    return heldCoupons(this.#database.queries, member.id, { now, expiredSince });
  }

  /**
   * Claims the coupon of a prize that expires first, in one step.
   * @param claimId of the claim; a repeated id claims nothing more
   * @throws AppError INVALID_CODE for a malformed code, INVALID_PRIZE_CODE for an unknown prize,
   *   NO_CLAIMABLE_COUPON, COUPON_EXPIRED, INVALID_COUPON_TYPE for a prize that is not claimed here,
   *   BONUS_REMAINING for money while a bonus is active, REQUEST_LIMIT
   */
  async claim(member: Member, code: string, claimId: string): Promise<void> {
    if (!PRIZE_CODE.test(code)) throw new AppError('INVALID_CODE');
    const { slices } = (await this.#content.get()).spinwheel;
    const onWheel = slices.find((slice) => slice.code === code)?.prize;
    const house = await this.#ledger.house('bonus', member.currency);
    await this.#database.transactionInTurn([rewardsTurn(member.id)], async (tx) => {
      if (await isClaimed(tx, claimId)) return;
      const now = this.#clock.now();
      const coupon = await nextCoupon(tx, member.id, code, now);
      if (!coupon) throw await this.#absence(tx, member, code, onWheel);
      const give = this.#giving(member, coupon, house);
      if (coupon.expiresAt <= now) throw new AppError('COUPON_EXPIRED');
      if (!give) throw new AppError('INVALID_COUPON_TYPE');
      if (coupon.prize.kind === 'money' && (await this.#hasOpenBonus(tx, member.id))) {
        throw new AppError('BONUS_REMAINING');
      }
      await markClaimed(tx, coupon.drawId, claimId, now);
      await give(tx);
    });
  }

  /** Returns why there is no coupon with that code. */
  async #absence(tx: Tx, member: Member, code: string, onWheel: Prize | undefined): Promise<AppError> {
    if (onWheel?.kind === 'none') return new AppError('INVALID_COUPON_TYPE');
    const isPrize = onWheel !== undefined || (await hasWon(tx, member.id, code));
    return new AppError(isPrize ? 'NO_CLAIMABLE_COUPON' : 'INVALID_PRIZE_CODE');
  }

  /** Returns the booking of a prize; undefined for a prize that staff hand over. */
  #giving(
    member: Member,
    { drawId, label, prize }: StoredCoupon,
    house: Awaited<ReturnType<Ledger['house']>>,
  ): Giving | undefined {
    switch (prize.kind) {
      case 'money':
        return async (tx) => {
          const { outcome } = await this.#ledger.submitIn(tx, {
            id: derivedId('coupon', drawId),
            debit: house,
            credit: member.walletAccount,
            amount: moneyOf(prize, member.currency),
            kind: 'bonus',
            pending: false,
            detail: { link: 'luckydraw', ...label, draw: drawId },
          });
          // A repeat is impossible: the coupon is marked in the same transaction.
          if (outcome !== 'created') throw new Error(`the money of coupon ${drawId}: ${outcome}`);
        };
      case 'coins':
        return async (tx) => {
          await addCoins(tx, member.id, prize.coins);
        };
      case 'none':
      case 'handover':
        return undefined;
    }
  }
}
