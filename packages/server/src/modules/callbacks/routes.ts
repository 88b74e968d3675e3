import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLimits } from '../../http/call-limits.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Part, PartsOff } from '../../ports/part.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { ChatService } from '../chat/service.ts';
import type { DepositService } from '../deposits/service.ts';
import type { WithdrawalService } from '../withdrawals/service.ts';

export interface CallbackParts {
  deposits: DepositService;
  withdrawals: WithdrawalService;
  chat: ChatService;
  limits: Pick<CallLimits, 'forged'>;
  off: PartsOff;
}

export const GATEWAY_CALLBACK = '/api/callback/gateway/';
export const BANK_CALLBACK = '/api/callback/bank';
export const DESK_CALLBACK = '/api/callback/desk';

/**
 * Where gateways, the bank and the support desk tell what happened. Not part of the player API: signed, not logged in.
 * The body is kept as it came, since the signature is over its bytes.
 */
export async function callbackRoutes(
  app: FastifyInstance,
  { deposits, withdrawals, chat, limits, off }: CallbackParts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

    const options = { schema: { hide: true } };
    // What nobody can check here is told again later: it is neither taken nor called forged.
    const assertOn = (part: Part): void => {
      if (off.has(part)) throw new AppError('SERVICE_UNAVAILABLE');
    };
    // After the look at the signature: what is forged from a counterparty's address keeps none of theirs out.
    const answer = (request: FastifyRequest, reply: FastifyReply, isAuthentic: boolean): FastifyReply => {
      if (isAuthentic) return reply.send({ message: 'OK' });
      limits.forged(request);
      throw new AppError('UNAUTHORIZED');
    };
    scope.post<{ Params: { provider: string } }>(
      `${GATEWAY_CALLBACK}:provider`,
      options,
      async (request, reply) => {
        const { provider } = request.params;
        assertOn(`gateway:${provider}`);
        return answer(request, reply, await deposits.takeCallback(provider, incoming(request)));
      },
    );
    scope.post(BANK_CALLBACK, options, async (request, reply) => {
      assertOn('bank');
      return answer(request, reply, await withdrawals.takeCallback(incoming(request)));
    });
    scope.post(DESK_CALLBACK, options, async (request, reply) => {
      assertOn('desk');
      return answer(request, reply, await chat.takeReply(incoming(request)));
    });
  });
}

function incoming(request: FastifyRequest): IncomingCallback {
  return {
    path: request.url,
    headers: request.headers,
    rawBody: typeof request.body === 'string' ? request.body : '',
  };
}
