import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { passwordHashOf } from '../account/queries.ts';
import { keepProof } from '../session/queries.ts';
import type { BrowserJson, Site } from '../../kernel/webauthn.ts';
import type { FactorCodes } from './factor-codes.ts';
import type { Passkeys } from './passkeys.ts';
import { findFactorKinds } from './queries.ts';

/** A way to prove who one is. */
export type ProofWay = 'passkey' | 'code' | 'password';

export interface Proof {
  password?: string | undefined;
  /** Code of the authenticator app, or a recovery code. */
  code?: string | undefined;
  /** Answer of a passkey. */
  answer?: BrowserJson | undefined;
}

/**
 * Proof that a logged-in member gives again before acts that a thief of the session would like to do. It belongs to
 * the session and is read with it, so that asking for it costs no query.
 */
export class StepUp {
  readonly #database: Database;
  readonly #hashing: Hashing;
  readonly #passkeys: Pick<Passkeys, 'use'>;
  readonly #codes: Pick<FactorCodes, 'prove'>;
  readonly #clock: Clock;
  readonly #freshMs: number;

  constructor(parts: {
    database: Database;
    hashing: Hashing;
    passkeys: Pick<Passkeys, 'use'>;
    codes: Pick<FactorCodes, 'prove'>;
    clock: Clock;
    /** Minutes for which a proof holds. */
    freshMinutes: number;
  }) {
    this.#database = parts.database;
    this.#hashing = parts.hashing;
    this.#passkeys = parts.passkeys;
    this.#codes = parts.codes;
    this.#clock = parts.clock;
    this.#freshMs = parts.freshMinutes * MINUTE_MS;
  }

  /** Returns whether the session's member gave proof within the last minutes. */
  isFresh({ proof }: Pick<Member, 'proof'>): boolean {
    return proof.at !== null && this.#clock.now().getTime() - proof.at.getTime() < this.#freshMs;
  }

  /** @throws AppError STEP_UP_REQUIRED unless the member gave proof within the last minutes */
  assertFresh(member: Pick<Member, 'proof'>): void {
    if (!this.isFresh(member)) throw new AppError('STEP_UP_REQUIRED');
  }

  /** Returns the ways in which a member can give proof: the factors if there are any, else the password. */
  async waysOf(memberId: string): Promise<ProofWay[]> {
    const { passkeys, hasTotp } = await findFactorKinds(this.#database.queries, memberId);
    if (passkeys > 0) return ['passkey', 'code'];
    return hasTotp ? ['code'] : ['password'];
  }

  /**
   * Takes a proof. It holds for this session, and makes its browser known.
   * @throws AppError KEY_MISSING without any; CODE_REQUIRED for a password where there is a factor; WRONG_PASSWORD,
   *   CODE_INVALID, PASSKEY_INVALID; CODE_LOCKED
   */
  async prove(member: Member, { password, code, answer }: Proof, site: Site): Promise<void> {
    const now = this.#clock.now();
    if (answer !== undefined) {
      const use = { for: 'step-up', memberId: member.id, site } as const;
      return this.#passkeys.use(answer, use, async (tx) => void (await keepProof(tx, member, now)));
    }
    const ways = await this.waysOf(member.id);
    if (code !== undefined) {
      if (!ways.includes('code')) throw new AppError('CODE_INVALID');
      await this.#codes.prove(member, code);
      await keepProof(this.#database.queries, member, now);
    } else {
      if (password === undefined) throw new AppError('KEY_MISSING');
      if (!ways.includes('password')) throw new AppError('CODE_REQUIRED');
      const hash = await passwordHashOf(this.#database.queries, member.id);
      if (!(await this.#hashing.matches(hash, password, 'member'))) throw new AppError('WRONG_PASSWORD');
      // A factor that came while the password was compared makes it too little.
      if (!(await keepProof(this.#database.queries, member, now, { unlessFactor: true })))
        throw new AppError('CODE_REQUIRED');
    }
  }
}
