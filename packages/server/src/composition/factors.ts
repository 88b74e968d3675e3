import type { Hashing } from '../kernel/hashing.ts';
import type { Limiter } from '../kernel/limiter.ts';
import { Challenges } from '../modules/factors/challenges.ts';
import { FactorCodes } from '../modules/factors/factor-codes.ts';
import type { AccountMessages } from '../modules/factors/messages.ts';
import { Factors } from '../modules/factors/own-factors.ts';
import { Passkeys } from '../modules/factors/passkeys.ts';
import { StepUp } from '../modules/factors/service.ts';
import { Totps } from '../modules/factors/totp.ts';
import type { Dependencies } from './dependencies.ts';

/** Composes the factors of members and the proof that they give again. */
export function composeFactors(
  { settings, database, content, secrets, clock }: Dependencies,
  { hashing, limiter, messages }: { hashing: Hashing; limiter: Limiter; messages: AccountMessages },
) {
  const passkeys = new Passkeys({ database, content, challenges: new Challenges({ secrets, clock }), clock });
  const totps = new Totps({ database, content, secrets, clock });
  const codes = new FactorCodes({ totps, limiter });
  const stepUp = new StepUp({
    database,
    hashing,
    passkeys,
    codes,
    clock,
    freshMinutes: settings.stepUpMinutes,
  });
  const factors = new Factors({ database, passkeys, totps, stepUp, messages });
  return { passkeys, codes, stepUp, factors };
}
