import { spinwheel } from '@krapao/contract/spinwheel';
import type { Currency } from '@krapao/contract/money';
import { localized } from '../../content/fields.ts';
import type { Spinwheel } from '../../content/spinwheel-schema.ts';
import { intentId } from '../../http/idempotency.ts';
import type { Language } from '../../content/fields.ts';
import type { Router } from '../../http/router.ts';
import type { CouponService } from './coupons.ts';
import { seedHash } from './draw.ts';
import type { StoredDraw } from './repo.ts';
import type { SpinService } from './service.ts';
import { inCurrency } from './wheel.ts';

export function spinwheelRoutes(
  router: Router,
  { spins, coupons }: { spins: SpinService; coupons: CouponService },
): void {
  router.add(spinwheel['GET /api/spinwheel/active'], async () => ({ isActive: await spins.isActive() }));

  router.add(spinwheel['GET /api/spinwheel/setup'], async ({ member, language }) => {
    const { wheel, coins, nextDraw } = await spins.setup(member);
    return {
      activeSpinwheel: wheel && presentWheel(wheel, member.currency, language),
      userCoin: coins,
      nextDraw: nextDraw && {
        seedHash: nextDraw.seedHash,
        nonce: nextDraw.nonce,
        ...presentReplaced(nextDraw),
      },
    };
  });

  router.add(spinwheel['POST /api/spinwheel/spin'], async ({ member, body, language, request }) => {
    const id = intentId(request.headers, 'spin', member.id);
    const stored = await spins.spin(member, body?.clientSeed ?? '', id);
    const draw = presentDraw(stored, language);
    return { code: draw.code, label: draw.label, remainingCoin: stored.remainingCoin, draw };
  });

  router.add(spinwheel['GET /api/spinwheel/draw/:drawId'], async ({ member, params, language }) =>
    presentDraw(await spins.draw(member, params.drawId), language),
  );

  router.add(spinwheel['GET /api/spinwheel/coupon'], async ({ member, language }) =>
    (await coupons.held(member)).map((held) => ({
      prize: { name: localized(held.label, language), slice: held.code },
      amount: held.amount,
      expiresAt: held.expiresAt?.toISOString() ?? null,
      lastDrawId: held.lastDrawId,
      ...(held.isHandedOver && { isHandedOver: true }),
      ...(held.expiredAt && {
        expired: { amount: held.expiredAmount, lastAt: held.expiredAt.toISOString() },
      }),
    })),
  );

  router.add(spinwheel['POST /api/spinwheel/coupon/claim'], async ({ member, body, request }) => {
    await coupons.claim(member, body.coupon, intentId(request.headers, 'claim', member.id));
    return { message: 'SUCCESS' };
  });
}

function presentWheel({ name, slices }: Spinwheel, currency: Currency, language: Language) {
  return {
    name: localized(name, language),
    slices: slices.map((slice) => {
      const { label, html } = inCurrency(slice, currency);
      const { code, bgColor, textColor } = slice;
      return {
        code,
        label: localized(label, language),
        bgColor,
        textColor,
        htmlDescription: localized(html, language),
      };
    }),
  };
}

function presentDraw(draw: StoredDraw, language: Language) {
  const weights = draw.slices.map(({ code, label, weight }) => ({
    code,
    label: localized(label, language),
    weight,
  }));
  const { code = '', label = '' } = weights[draw.won] ?? {};
  return {
    drawId: draw.id,
    seedHash: seedHash(draw.serverSeed),
    serverSeed: draw.serverSeed.toString('hex'),
    clientSeed: draw.clientSeed,
    nonce: draw.nonce,
    weights,
    code,
    label,
    createdAt: draw.createdAt.toISOString(),
    ...presentReplaced(draw),
  };
}

const presentReplaced = ({ seedsReplacedAt }: { seedsReplacedAt?: Date | undefined }) =>
  seedsReplacedAt ? { seedsReplacedAt: seedsReplacedAt.toISOString() } : {};
