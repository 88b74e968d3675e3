import { protection, REALITY_MINUTES } from '@krapao/contract/protection';
import { localized } from '../../content/fields.ts';
import { canCancelWithdrawals } from '../../content/protection-schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { MemberQuery } from '../../http/authenticate.ts';
import { intentId } from '../../http/idempotency.ts';
import { presentMovement, sentMinor } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { HeldBalance } from './held-balance.ts';
import { presentProtection } from './present.ts';
import type { Owner, ProtectionService } from './service.ts';

export function protectionRoutes(
  router: Router,
  services: {
    protection: ProtectionService;
    heldBalance: HeldBalance;
    content: ContentStore;
    plays: { due: MemberQuery<{ check_is_due: boolean }> };
  },
): void {
  const { protection: service, heldBalance, content, plays } = services;
  const show = async (owner: Owner) => presentProtection(await service.show(owner));

  router.add(protection['GET /api/protection'], ({ member }) => show(member));

  router.add(protection['GET /api/protection/choices'], async ({ language }) => {
    const { protection: rules } = await content.get();
    const { breakHours, exclusionMonths, loosenHours, exclusionEndHours } = rules;
    return {
      breakHours,
      exclusionMonths,
      realityCheckMinutes: { ...REALITY_MINUTES, usual: rules.realityCheckMinutes },
      loosenHours,
      exclusionEndHours,
      canCancelWithdrawals: canCancelWithdrawals(rules),
      helpLines: rules.helpLines.map(({ country = null, name, phone = null, link = null }) => ({
        country,
        name: localized(name, language),
        phone,
        link,
      })),
    };
  });

  router.add(protection['PUT /api/protection/limits'], async ({ member, body }) => {
    const { kind, period } = body;
    const amount = body.amount === null ? null : sentMinor(body.amount);
    await service.setLimit(member, { kind, period, amount });
    return show(member);
  });

  router.add(protection['POST /api/protection/limits/confirm'], async ({ member, body }) => {
    await service.confirmLimit(member, body);
    return show(member);
  });

  router.add(protection['POST /api/protection/break'], async ({ member, body }) => {
    await service.takeBreak(member, body.hours);
    return show(member);
  });

  router.add(protection['POST /api/protection/exclusion'], async ({ member, body }) => {
    await service.exclude(member, body.months);
    return show(member);
  });

  router.add(protection['POST /api/protection/exclusion/end'], async ({ member }) => {
    await service.askExclusionEnd(member);
    return show(member);
  });

  router.add(
    protection['PUT /api/protection/reality-check'],
    async ({ member, data, body }) => {
      // Another interval would make the question vanish.
      if (data.check_is_due) throw new AppError('REALITY_CHECK_DUE');
      await service.setRealityCheck(member, body.minutes);
      return show(member);
    },
    { reads: plays.due },
  );

  router.add(protection['POST /api/protection/review'], async ({ member }) => {
    await service.review(member);
    return show(member);
  });

  router.add(protection['POST /api/protection/held/withdraw'], async ({ member, request }) => {
    const id = intentId(request.headers, 'heldWithdraw', member.id);
    return presentMovement(await heldBalance.withdraw(member, id));
  });

  router.add(protection['POST /api/protection/held/release'], async ({ member, request }) => {
    const id = intentId(request.headers, 'heldRelease', member.id);
    return presentMovement(await heldBalance.release(member, id));
  });
}
