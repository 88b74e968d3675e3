import { customAlphabet } from 'nanoid';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import type { Limiter } from '../../kernel/limiter.ts';
import { hashToken, type Secrets } from '../../kernel/secrets.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { newTotpSecret, stepOfCode, totpUri } from '../../kernel/totp.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { sealContext, useCode } from './codes.ts';
import { asGuess } from './guess-limits.ts';
import type { Site } from '../../kernel/webauthn.ts';
import type { Passkeys } from './passkeys.ts';
import { hasPasskey } from './queries.ts';

const RECOVERY_CODES = 10;
const RECOVERY_CODE_DIGITS = 10;

/** Proof that a signed-in person gives again. */
export interface Proof {
  password: string;
  /** Code of the authenticator app, or a recovery code. */
  code?: string | undefined;
  /** Answer of a passkey. */
  passkey?: Record<string, unknown> | undefined;
}

/** Where a proof comes from. */
export interface ProofPlace {
  address: string;
  site: Site;
}

/** Sets up second factors of staff. */
export class SecondFactors {
  readonly #database: Database;
  readonly #hashing: Hashing;
  readonly #secrets: Secrets;
  readonly #limiter: Limiter;
  readonly #passkeys: Pick<Passkeys, 'signIn'>;
  readonly #clock: Clock;

  constructor(parts: {
    database: Database;
    hashing: Hashing;
    secrets: Secrets;
    limiter: Limiter;
    passkeys: Pick<Passkeys, 'signIn'>;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#hashing = parts.hashing;
    this.#secrets = parts.secrets;
    this.#limiter = parts.limiter;
    this.#passkeys = parts.passkeys;
    this.#clock = parts.clock;
  }

  /**
   * Begins to set up an authenticator app. The earlier one stays in force until the new one is confirmed.
   * @throws StaffError those of {@link SecondFactors.checkAgain}
   */
  async beginTotp(
    staff: StaffCaller,
    proof: Proof,
    from: ProofPlace,
  ): Promise<{ secret: string; uri: string }> {
    await this.checkAgain(staff, proof, from);
    const secret = newTotpSecret();
    await this.#database.queries
      .updateTable('staff')
      .set({ sealed_new_totp: this.#secrets.seal(secret, sealContext(staff.id)) })
      .where('id', '=', staff.id)
      .execute();
    return { secret, uri: totpUri(secret, { issuer: 'Krapao', label: staff.email }) };
  }

  /**
   * Asks a signed-in person for the password again, and for the second factor if there is one, before a change of how
   * they sign in: a code of the app or a recovery code, or a passkey where there is no app.
   * @throws StaffError WRONG_CREDENTIAL, CODE_REQUIRED, CODE_INVALID, PASSKEY_REQUIRED, PASSKEY_INVALID; AppError
   *   REQUEST_LIMIT
   */
  checkAgain(staff: StaffCaller, proof: Proof, { address, site }: ProofPlace): Promise<void> {
    const { password, code } = proof;
    return asGuess(this.#limiter, { email: staff.email, address }, async () => {
      const person = await this.#database.queries
        .selectFrom('staff')
        .select(['id', 'password_hash', 'sealed_totp', 'totp_step'])
        .where('id', '=', staff.id)
        .executeTakeFirstOrThrow();
      if (!(await this.#hashing.matches(person.password_hash ?? undefined, password, 'member'))) {
        throw new StaffError('WRONG_CREDENTIAL');
      }
      if (person.sealed_totp.length === 0) return this.#checkPasskey(staff, proof, site);
      if (code === undefined) throw new StaffError('CODE_REQUIRED');
      const given = { code, secrets: this.#secrets, now: this.#clock.now() };
      const isRight = await this.#database.transaction((tx) => useCode(tx, person, given));
      if (!isRight) throw new StaffError('CODE_INVALID');
    });
  }

  async #checkPasskey(staff: StaffCaller, { passkey }: Proof, site: Site): Promise<void> {
    if (!(await hasPasskey(this.#database.queries, staff.id))) return;
    if (passkey === undefined) throw new StaffError('PASSKEY_REQUIRED');
    if ((await this.#passkeys.signIn(passkey, site)) !== staff.id) throw new StaffError('PASSKEY_INVALID');
  }

  /**
   * Confirms the authenticator app by its code, and replaces the recovery codes.
   * @returns ten recovery codes, which are stored as hashes only
   * @throws StaffError NO_DATA when none is being set up, CODE_INVALID
   */
  async confirmTotp(staff: StaffCaller, code: string, actor: Actor): Promise<string[]> {
    const now = this.#clock.now();
    const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode());
    await this.#database.transaction(async (tx) => {
      const { sealed_new_totp: sealed } = await tx
        .selectFrom('staff')
        .select('sealed_new_totp')
        .where('id', '=', staff.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (sealed.length === 0) throw new StaffError('NO_DATA');
      const secret = this.#secrets.unseal(sealed, sealContext(staff.id));
      const step = stepOfCode(secret, code, { now, afterStep: 0n });
      if (step === undefined) throw new StaffError('CODE_INVALID');
      await tx
        .updateTable('staff')
        .set({ sealed_totp: sealed, sealed_new_totp: Buffer.alloc(0), totp_step: step })
        .where('id', '=', staff.id)
        .execute();
      await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staff.id).execute();
      await tx
        .insertInto('staff_recovery_code')
        .values(codes.map((one) => ({ staff_id: staff.id, code_hash: hashToken(one) })))
        .execute();
      await recordAct(tx, {
        actor,
        action: 'staff.totp',
        subject: `staff ${staff.email}`,
        outcome: 'done',
      });
    });
    return codes;
  }
}

const newRecoveryCode = customAlphabet('0123456789', RECOVERY_CODE_DIGITS);
