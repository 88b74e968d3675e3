import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { ChatService } from '../chat/service.ts';
import type { DepositService } from '../deposits/service.ts';
import type { WithdrawalService } from '../withdrawals/service.ts';

export interface CallbackParts {
  deposits: DepositService;
  withdrawals: WithdrawalService;
  chat: ChatService;
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
  { deposits, withdrawals, chat }: CallbackParts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

    const options = { schema: { hide: true } };
    scope.post<{ Params: { provider: string } }>(
      `${GATEWAY_CALLBACK}:provider`,
      options,
      async (request, reply) =>
        answer(reply, await deposits.takeCallback(request.params.provider, incoming(request))),
    );
    scope.post(BANK_CALLBACK, options, async (request, reply) =>
      answer(reply, await withdrawals.takeCallback(incoming(request))),
    );
    scope.post(DESK_CALLBACK, options, async (request, reply) =>
      answer(reply, await chat.takeReply(incoming(request))),
    );
  });
}

function incoming(request: FastifyRequest): IncomingCallback {
  return {
    path: request.url,
    headers: request.headers,
    rawBody: typeof request.body === 'string' ? request.body : '',
  };
}

function answer(reply: FastifyReply, isAuthentic: boolean): FastifyReply {
  if (!isAuthentic) throw new AppError('UNAUTHORIZED');
  return reply.send({ message: 'OK' });
}
