import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLimits } from '../../http/call-limits.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
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
  providers: ReadonlyMap<string, GameProvider>;
  /** Returns whether callbacks of a part may come from an address. */
  maySend: (part: Part, address: string) => Promise<boolean>;
}

export const GATEWAY_CALLBACK = '/api/callback/gateway/';
export const BANK_CALLBACK = '/api/callback/bank';
/** Followed by the provider's code and `/VerifySession`. */
export const PROVIDER_CALLBACK = '/api/callback/provider/';
export const EWALLET_CALLBACK = '/api/callback/ewallet';
export const DESK_CALLBACK = '/api/callback/desk';

/**
 * Registers the webhooks of gateways, the bank, the digital wallet, game providers and the support desk. They are not
 * part of the player API: calls are signed and have no session. The raw body is kept, since the signature covers its
 * bytes.
 */
export async function callbackRoutes(
  app: FastifyInstance,
  { deposits, withdrawals, chat, limits, off, providers, maySend }: CallbackParts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const types = ['application/json', 'application/x-www-form-urlencoded'];
    scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body));

    const options = { schema: { hide: true } };
    // A call for a disabled counterparty cannot be verified: it is neither accepted nor counted as forged.
    const assertOpen = async (part: Part, request: FastifyRequest): Promise<void> => {
      if (off.has(part)) throw new AppError('SERVICE_UNAVAILABLE');
      if (await maySend(part, request.ip)) return;
      request.log.warn({ part, address: request.ip }, 'a callback from an address that is not in the list');
      limits.forged(request);
      throw new AppError('UNAUTHORIZED');
    };
    // Counted after the signature check: forged calls from a counterparty's address never block genuine ones.
    const answer = (
      request: FastifyRequest,
      reply: FastifyReply,
      isAuthentic: boolean,
      body: object = { message: 'OK' },
    ): FastifyReply => {
      if (isAuthentic) return reply.send(body);
      limits.forged(request);
      throw new AppError('UNAUTHORIZED');
    };
    scope.post<{ Params: { provider: string } }>(
      `${GATEWAY_CALLBACK}:provider`,
      options,
      async (request, reply) => {
        const { provider } = request.params;
        await assertOpen(`gateway:${provider}`, request);
        const callback = incoming(request);
        const isAuthentic = await deposits.takeCallback(provider, callback);
        return answer(request, reply, isAuthentic, deposits.acknowledge(provider, callback));
      },
    );
    scope.post(BANK_CALLBACK, options, async (request, reply) => {
      await assertOpen('bank', request);
      return answer(request, reply, await withdrawals.takeCallback(incoming(request)));
    });
    scope.post(EWALLET_CALLBACK, options, async (request, reply) => {
      await assertOpen('ewallet', request);
      return answer(request, reply, await deposits.takeEwalletCallback(incoming(request)));
    });
    // The provider asks whose session it was shown: the answer has the provider's own shape.
    scope.post<{ Params: { code: string } }>(
      `${PROVIDER_CALLBACK}:code/VerifySession`,
      options,
      async (request, reply) => {
        const { code } = request.params;
        await assertOpen(`provider:${code}`, request);
        const answered = providers.get(code)?.verifySession?.(incoming(request)) ?? null;
        if (answered) return reply.code(answered.status).send(answered.body);
        return answer(request, reply, false);
      },
    );
    scope.post(DESK_CALLBACK, options, async (request, reply) => {
      await assertOpen('desk', request);
      return answer(request, reply, await chat.takeReplies(incoming(request)));
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
