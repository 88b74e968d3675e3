import { readDigits } from '@krapao/contract/typed-digits';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { newTotpSecret, stepOfCode, totpUri } from '../../kernel/totp.ts';
import { useRecoveryCode } from './recovery-codes.ts';

/** Context to which a member's sealed secret is bound. */
export const sealContext = (memberId: string): string => `member ${memberId}`;

const NONE = Buffer.alloc(0);

/** Authenticator apps of members. */
export class Totps {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(parts: { database: Database; content: ContentStore; secrets: Secrets; clock: Clock }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
  }

  /** Returns whether the member has an authenticator app in force. */
  async isOn(memberId: string): Promise<boolean> {
    const row = await this.#database.queries
      .selectFrom('member_totp')
      .select('member_id')
      .where('member_id', '=', memberId)
      .where('sealed_secret', '<>', NONE)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Begins to set up an app. The earlier one stays in force until the new one is confirmed. */
  async begin({ id, username }: Member): Promise<{ secret: string; uri: string }> {
    const secret = newTotpSecret();
    const sealed_new_secret = this.#secrets.seal(secret, sealContext(id));
    await this.#database.queries
      .insertInto('member_totp')
      .values({ member_id: id, sealed_new_secret })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ sealed_new_secret }))
      .execute();
    const { operator } = await this.#content.get();
    return { secret, uri: totpUri(secret, { issuer: operator.name.en, label: username }) };
  }

  /**
   * Confirms the app that is being set up, by its code.
   * @throws AppError NO_DATA when none is being set up, CODE_INVALID
   */
  async confirm(tx: Tx, memberId: string, code: string): Promise<void> {
    const row = await tx
      .selectFrom('member_totp')
      .select('sealed_new_secret')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.sealed_new_secret.length === 0) throw new AppError('NO_DATA');
    const secret = this.#secrets.unseal(row.sealed_new_secret, sealContext(memberId));
    const step = stepOfCode(secret, readDigits(code), { now: this.#clock.now(), afterStep: 0n });
    if (step === undefined) throw new AppError('CODE_INVALID');
    await tx
      .updateTable('member_totp')
      .set({ sealed_secret: row.sealed_new_secret, sealed_new_secret: NONE, last_step: step })
      .where('member_id', '=', memberId)
      .execute();
  }

  /** @returns false when there was none in force */
  async remove(tx: Tx, memberId: string): Promise<boolean> {
    const row = await tx
      .deleteFrom('member_totp')
      .where('member_id', '=', memberId)
      .returning('sealed_secret')
      .executeTakeFirst();
    return row !== undefined && row.sealed_secret.length > 0;
  }

  /**
   * Checks a code of the app, or a recovery code, and marks it as used: of two tries with one code one passes.
   */
  useCode(memberId: string, code: string): Promise<boolean> {
    const now = this.#clock.now();
    return this.#database.transaction(async (tx) => {
      const row = await tx
        .selectFrom('member_totp')
        .select(['sealed_secret', 'last_step'])
        .where('member_id', '=', memberId)
        .forUpdate()
        .executeTakeFirst();
      if (row && row.sealed_secret.length > 0) {
        const secret = this.#secrets.unseal(row.sealed_secret, sealContext(memberId));
        const step = stepOfCode(secret, readDigits(code), { now, afterStep: row.last_step });
        if (step !== undefined) {
          await tx
            .updateTable('member_totp')
            .set({ last_step: step })
            .where('member_id', '=', memberId)
            .execute();
          return true;
        }
      }
      return useRecoveryCode(tx, memberId, { code, now });
    });
  }
}
