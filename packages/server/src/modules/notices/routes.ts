import { minor, toWire } from '@krapao/contract/money';
import { notices } from '@krapao/contract/notices';
import type { Member } from '../../domain/member.ts';
import type { Router } from '../../http/router.ts';
import { deviceName } from '../../kernel/device-name.ts';
import type { StoredNotice } from './repo.ts';
import type { NoticeService } from './service.ts';

export function noticeRoutes(router: Router, service: NoticeService): void {
  router.add(notices['POST /api/notices'], async ({ member, body }) => {
    const { notices: page, total, unread } = await service.list(member, body);
    return { notices: page.map(present), total, unread };
  });

  router.add(notices['POST /api/notices/read'], async ({ member, body }) => ({
    unread: await service.markRead(member, BigInt(body.upTo)),
  }));

  const choices = (member: Member) => service.choices(member);
  router.add(notices['GET /api/notices/choices'], ({ member }) => choices(member));
  router.add(notices['PUT /api/notices/choices'], async ({ member, body }) => {
    await service.choose(member, body);
    return choices(member);
  });

  router.add(notices['POST /api/notices/browser'], async ({ member, body, language }) => {
    await service.addBrowser(member, body, language);
    return { message: 'OK' };
  });
  router.add(notices['POST /api/notices/browser/forget'], async ({ member, body }) => {
    await service.forgetBrowser(member, body.endpoint);
    return { message: 'OK' };
  });
}

function present({ id, kind, detail, createdAt, isRead }: StoredNotice) {
  const { transfer, amount, held, isTaken, credit, userAgent, change, step } = detail;
  return {
    _id: id,
    kind,
    createdAt: createdAt.toISOString(),
    isRead,
    ...(transfer !== undefined && { movementId: transfer }),
    ...(amount !== undefined && { amount: toWire(minor(BigInt(amount))) }),
    ...(held !== undefined && { held: toWire(minor(BigInt(held))) }),
    ...(isTaken && { isTaken }),
    ...(credit !== undefined && { credit }),
    ...(userAgent !== undefined && { device: deviceName(userAgent) }),
    ...(change !== undefined && { change }),
    ...(step !== undefined && { step }),
  };
}
