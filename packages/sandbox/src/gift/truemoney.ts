/** The emulated vouchers of TrueMoney: calls are not signed, and the link itself is the secret. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import type { ServiceError } from '../services/refusal.ts';
import { GIFT_CODES, type GiftAnswer, type GiftCode, type Gifts } from './gifts.ts';
import { httpStatusOf, replyOf, statusPart } from './replies.ts';

const PATH = '/truemoney/campaign/vouchers/:hash';

const error = (code: GiftCode): ServiceError => ({
  status: httpStatusOf(code),
  body: { status: statusPart(code), data: null },
});

const ERRORS = Object.fromEntries(
  GIFT_CODES.filter((code) => code !== 'SUCCESS').map((code) => [code, error(code)]),
);

/** Accepts any value: the service's own code reports the error. */
const text = z.string().catch('');
const hashParams = z.object({ hash: z.string() });
const mobileQuery = z.object({ mobile: text });
const redeemBody = z.object({ mobile: text, voucher_hash: text }).catch({ mobile: '', voucher_hash: '' });

export function truemoneyGiftRoutes(app: App, gifts: Gifts, deps: FrameDeps): void {
  emulate(
    app,
    {
      port: 'gift:truemoney',
      errors: ERRORS,
      badRequest: () => error('BAD_PARAM'),
      failure: { status: statusPart('INTERNAL_ERROR'), data: null },
      refusal: error('INTERNAL_ERROR'),
    },
    deps,
  );
  const answer = (reply: FastifyReply, result: GiftAnswer) => {
    reply.code(httpStatusOf(result.code));
    return replyOf(result, gifts);
  };
  app.get(
    `${PATH}/verify`,
    { schema: { params: hashParams, querystring: mobileQuery } },
    async ({ params, query }, reply) => answer(reply, gifts.verify(params.hash, query.mobile)),
  );
  app.post(
    `${PATH}/redeem`,
    { schema: { params: hashParams, body: redeemBody } },
    async ({ params, body }, reply) =>
      answer(reply, gifts.redeem(params.hash, body.mobile, body.voucher_hash)),
  );
}
