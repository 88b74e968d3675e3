import { slips } from '@krapao/contract/slips';
import type { FastifyInstance } from 'fastify';
import { filePolicy } from '../../http/content-policy.ts';
import { intentId } from '../../http/idempotency.ts';
import type { Router } from '../../http/router.ts';
import { callerOf } from '../../http/caller.ts';
import { bytesOfUpload, readUpload } from '../../http/upload.ts';
import type { FileHands } from '../files/service.ts';
import { SLIP_PICTURE, type SlipService } from './service.ts';

export function slipRoutes(router: Router, service: SlipService, hands: FileHands): void {
  router.add(slips['POST /api/wallet/slip'], async ({ member, request }) => {
    const id = intentId(request.headers, 'slip', member.id);
    await service.assertOpen();
    const who = { memberId: member.id, address: callerOf(request).address };
    const release = hands.uploads.hold(who, bytesOfUpload(request));
    try {
      const slip = await service.upload(member, id, await readUpload(request));
      return { message: 'OK', slip };
    } finally {
      release();
    }
  });

  router.add(slips['POST /api/statement/slip'], ({ member, body }) =>
    service.page(member, body.page, body.limit),
  );

  router.add(slips['GET /api/statement/slip/reference/:reference'], async ({ member, params }) => ({
    url: await service.pictureUrl(member, params.reference),
  }));
}

interface PictureRequest {
  Params: { id: string };
  Querystring: { expires?: string | string[]; signature?: string | string[] };
}

/**
 * Serves pictures by signed addresses. The route is not part of the player API: a browser opens it without a
 * session.
 */
export function slipPictureRoute(app: FastifyInstance, service: SlipService): void {
  app.get<PictureRequest>(`${SLIP_PICTURE}:id`, { schema: { hide: true } }, async (request, reply) => {
    const { expires = '', signature = '' } = request.query;
    const jpeg = await service.picture(request.params.id, String(expires), String(signature));
    return reply
      .type('image/jpeg')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'inline; filename="slip.jpg"')
      .header('content-security-policy', filePolicy)
      .header('referrer-policy', 'no-referrer')
      .send(jpeg);
  });
}
