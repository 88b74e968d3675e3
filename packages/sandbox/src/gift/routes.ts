import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { phone, positiveBaht } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import { DEFAULT_OWNER, linkOf, type GiftAnswer, type Gifts } from './gifts.ts';
import { httpStatusOf, replyOf, statusPart } from './replies.ts';

const MAX_PEOPLE = 100;

const voucherParams = z.object({ code: z.string() });
/** Accepts any value: the wallet's own code reports the error. */
const text = z.string().catch('');
const verifyQuery = z.object({ mobile: text });
const redeemBody = z.object({ mobile: text, voucher_hash: text }).catch({ mobile: '', voucher_hash: '' });

const giftBody = z
  .object({
    amount: positiveBaht,
    people: z.int().min(1).max(MAX_PEOPLE).default(1),
    type: z.enum(['R', 'F']).optional(),
    ownerPhone: phone.default(DEFAULT_OWNER),
    expired: z.boolean().default(false),
  })
  .refine(({ amount, people }) => amount >= BigInt(people), {
    path: ['amount'],
    error: 'must have one satang for everybody',
  });

/** Body of a fault's 500 in this protocol. */
export const GIFT_FAILURE = { status: statusPart('INTERNAL_ERROR'), data: null };

export function giftRoutes(app: App, gifts: Gifts): void {
  /** Leaves the sending to the caller, so that a fault can still intervene. */
  const answer = (reply: FastifyReply, result: GiftAnswer) => {
    reply.code(httpStatusOf(result.code));
    return replyOf(result, gifts);
  };

  app.get(
    '/gift/campaign/vouchers/:code/verify',
    { schema: { params: voucherParams, querystring: verifyQuery } },
    async ({ params, query }, reply) => answer(reply, gifts.verify(params.code, query.mobile)),
  );

  app.post(
    '/gift/campaign/vouchers/:code/redeem',
    { schema: { params: voucherParams, body: redeemBody } },
    async ({ params, body }, reply) =>
      answer(reply, gifts.redeem(params.code, body.mobile, body.voucher_hash)),
  );
}

/** Control: makes a new envelope. */
export function giftControlRoutes(app: App, gifts: Gifts): void {
  app.post('/control/gift', { schema: { body: giftBody } }, async ({ body }) => {
    const type = body.type ?? (body.people > 1 ? 'R' : 'F');
    return { link: linkOf(gifts.mint({ ...body, type })) };
  });
}
