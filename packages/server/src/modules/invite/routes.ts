import { invite } from '@krapao/contract/invite';
import { toWire } from '@krapao/contract/money';
import { bannersIn, inviteFigures } from '../../content/banners.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Router } from '../../http/router.ts';
import { firstNameAndInitial } from './first-name.ts';
import type { InviteService } from './service.ts';

export function inviteRoutes(router: Router, service: InviteService, content: ContentStore): void {
  router.add(invite['POST /api/invite'], async ({ member, body }) => {
    const { total, earnings } = await service.list(member, body.page, body.limit);
    return {
      total,
      invites: earnings.map(({ id, friendName, amount, createdAt }) => ({
        _id: id,
        from: { name: firstNameAndInitial(friendName) },
        amount: toWire(amount),
        createdAt: createdAt.toISOString(),
      })),
    };
  });

  router.add(invite['GET /api/invite/bonus'], async ({ member }) => ({
    message: 'INVITE_BONUS_SUCCESS',
    amount: toWire(await service.collect(member)),
  }));

  router.add(invite['GET /api/invite/banners'], async ({ member, language }) => {
    const { invite: rule } = await content.get();
    const reader = { language, currency: member.currency };
    return { banners: bannersIn(rule.active ? rule.banners : [], reader, inviteFigures(rule)) };
  });
}
