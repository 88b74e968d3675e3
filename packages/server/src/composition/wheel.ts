import type { HasOpenBonus } from '../modules/bonus/service.ts';
import { CoinService } from '../modules/spinwheel/coins.ts';
import { CouponService } from '../modules/spinwheel/coupons.ts';
import { SpinService } from '../modules/spinwheel/service.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Dependencies } from './dependencies.ts';

/** Composes the wheel's services. */
export function composeWheel(
  { database, content, clock }: Dependencies,
  { ledger, hasOpenBonus }: { ledger: Ledger; hasOpenBonus: HasOpenBonus },
) {
  const coins = new CoinService({ database, content });
  return {
    coins,
    spins: new SpinService({ database, content, coins, clock }),
    coupons: new CouponService({ database, content, ledger, hasOpenBonus, clock }),
  };
}
