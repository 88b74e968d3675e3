import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GameProvider } from '../../ports/game-provider.ts';
import type { ChatService } from '../chat/service.ts';
import type { DepositService } from '../deposits/service.ts';
import type { WithdrawalService } from '../withdrawals/service.ts';
import { callbackRoutes } from './routes.ts';

describe('the question of a provider about a session', () => {
  let app: FastifyInstance;
  const forged = vi.fn();
  const verifySession: NonNullable<GameProvider['verifySession']> = ({ rawBody }) => {
    const form = new URLSearchParams(rawBody);
    if (form.get('secret_key') !== 'right') return null;
    return { status: 200, body: { data: { player_name: form.get('operator_player_session') }, error: null } };
  };

  beforeAll(async () => {
    app = Fastify();
    const asking: Partial<GameProvider> = { verifySession };
    const silent: Partial<GameProvider> = {};
    await callbackRoutes(app, {
      deposits: {} as DepositService,
      withdrawals: {} as WithdrawalService,
      chat: {} as ChatService,
      limits: { forged },
      maySend: () => Promise.resolve(true),
      off: new Set(['provider:OFF']),
      providers: new Map([
        ['PG', asking as GameProvider],
        ['OFF', asking as GameProvider],
        ['IMI', silent as GameProvider],
      ]),
    });
  });
  afterAll(() => app.close());

  const ask = (code: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/api/callback/provider/${code}/VerifySession?trace_id=1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  it('is answered in the provider’s own shape', async () => {
    const answer = await ask('PG', { secret_key: 'right', operator_player_session: 'kp1' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { player_name: 'kp1' }, error: null }]);
    expect(forged).not.toHaveBeenCalled();
  });

  it.each([
    ['of a stranger', 'PG', { secret_key: 'wrong' }],
    ['of a provider that asks none', 'IMI', { secret_key: 'right' }],
    ['of a provider there is not', 'NONE', { secret_key: 'right' }],
  ])('is not answered, and counted: %s', async (_what, code, fields) => {
    forged.mockClear();
    const answer = await ask(code, fields);
    expect(answer.json()).toMatchObject({ message: 'UNAUTHORIZED' });
    expect(forged).toHaveBeenCalledOnce();
  });

  it('waits for a provider that is not connected', async () => {
    forged.mockClear();
    expect((await ask('OFF', { secret_key: 'right' })).json()).toMatchObject({
      message: 'SERVICE_UNAVAILABLE',
    });
    expect(forged).not.toHaveBeenCalled();
  });
});
