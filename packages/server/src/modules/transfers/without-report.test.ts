import { minor } from '@krapao/contract/money';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../kernel/logger.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
import { done } from '../../ports/outcome.ts';
import type { BalanceClaims } from './balance-claims.ts';
import { OneAtATime } from './one-at-a-time.ts';

const ID = '019b7c5e-0000-7000-8000-000000000001';

/** A transfer without an answer at a provider whose balance speaks for its being done. */
function unanswered(reportsPlay: false | undefined) {
  const marked = vi.fn(async () => {});
  const claims: Partial<BalanceClaims> = {
    findSent: vi.fn(async () => ({ needsReview: false, isQuiet: true, quietFrom: new Date(0) })),
    markForReview: marked,
  };
  const port: Partial<GameProvider> = {
    settlesBy: 'balance',
    ...(reportsPlay === false && { reportsPlay }),
    logOut: async () => done(undefined),
    lookUp: async () => done(undefined),
  };
  const oneAtATime = new OneAtATime({
    ledger: {} as Ledger,
    claims: claims as BalanceClaims,
    recordOutcome: () => {},
    reports: { hasPlayedSince: async () => false },
    patienceMs: 0,
    logger: createLogger('silent'),
  });
  const transfer = {
    id: ID,
    kind: 'game_in' as const,
    amount: minor(10_000n),
    createdAt: new Date(0),
    detail: { provider: 'BETFLIX', username: 'kp1', memberId: 'member', balanceBefore: '0.00' },
  };
  type Checked = Parameters<OneAtATime['checkStatus']>[1];
  return {
    marked,
    check: () => oneAtATime.checkStatus(port as GameProvider, transfer as unknown as Checked),
  };
}

describe('a transfer that only the balance shows', () => {
  it('is done where the report has no play', async () => {
    const { check, marked } = unanswered(undefined);
    expect(await check()).toMatchObject({ resolution: 'post' });
    expect(marked).not.toHaveBeenCalled();
  });

  it('is left to a person where the provider reports no play', async () => {
    const { check, marked } = unanswered(false);
    expect(await check()).toMatchObject({ resolution: 'wait', notBefore: expect.any(Date) as Date });
    expect(marked).toHaveBeenCalledOnce();
  });
});
