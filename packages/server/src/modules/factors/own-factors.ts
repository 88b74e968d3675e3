import type { AccountChange } from '@krapao/contract/notices';
import type { Language } from '../../content/fields.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { lockMember } from '../account/queries.ts';
import { forgetOtherProofs } from '../session/queries.ts';
import type { AccountMessages } from './messages.ts';
import type { BrowserJson, Site } from '../../kernel/webauthn.ts';
import type { Passkeys, ShownPasskey } from './passkeys.ts';
import { findFactorKinds, hasAny, keepFlags } from './queries.ts';
import { addFirstCodes, countCodesLeft, dropCodes, replaceCodes } from './recovery-codes.ts';
import type { StepUp } from './service.ts';
import type { Totps } from './totp.ts';

/** A member's factors as the member sees them. */
export interface ShownFactors {
  passkeys: ShownPasskey[];
  hasTotp: boolean;
  recoveryCodesLeft: number;
}

/** A change of a member's factors, made in the member's language. */
interface Change {
  event: AccountChange;
  language: Language;
}

/**
 * The factors of a member beyond the password. Each change needs a fresh proof, is told to the phone, and makes the
 * member's other sessions give proof again.
 */
export class Factors {
  readonly #database: Database;
  readonly #passkeys: Passkeys;
  readonly #totps: Totps;
  readonly #stepUp: Pick<StepUp, 'assertFresh'>;
  readonly #messages: Pick<AccountMessages, 'tell'>;

  constructor(parts: {
    database: Database;
    passkeys: Passkeys;
    totps: Totps;
    stepUp: Pick<StepUp, 'assertFresh'>;
    messages: Pick<AccountMessages, 'tell'>;
  }) {
    this.#database = parts.database;
    this.#passkeys = parts.passkeys;
    this.#totps = parts.totps;
    this.#stepUp = parts.stepUp;
    this.#messages = parts.messages;
  }

  async show({ id }: Member): Promise<ShownFactors> {
    const [passkeys, hasTotp, recoveryCodesLeft] = await Promise.all([
      this.#passkeys.list(id),
      this.#totps.isOn(id),
      countCodesLeft(this.#database.queries, id),
    ]);
    return { passkeys, hasTotp, recoveryCodesLeft };
  }

  /** Returns the browser's options to make a passkey. @throws AppError STEP_UP_REQUIRED */
  async beginPasskey(member: Member, site: Site): Promise<object> {
    this.#stepUp.assertFresh(member);
    return this.#passkeys.beginNew(member, site);
  }

  /**
   * Keeps a new passkey.
   * @returns it, and recovery codes if there were none
   * @throws AppError PASSKEY_INVALID, STEP_UP_REQUIRED
   */
  addPasskey(
    member: Member,
    made: { answer: BrowserJson; name: string; site: Site },
    language: Language,
  ): Promise<{ passkey: ShownPasskey; recoveryCodes: string[] }> {
    return this.#change(member, { event: 'passkey', language }, async (tx) => {
      const passkey = await this.#passkeys.add(tx, member.id, made);
      return { passkey, recoveryCodes: await addFirstCodes(tx, member.id) };
    });
  }

  /** @throws AppError NO_DATA */
  renamePasskey({ id }: Member, passkeyId: string, name: string): Promise<void> {
    return this.#passkeys.rename(id, passkeyId, name);
  }

  /** @throws AppError NO_DATA, STEP_UP_REQUIRED */
  removePasskey(member: Member, passkeyId: string, language: Language): Promise<void> {
    return this.#change(member, { event: 'passkeyRemoved', language }, async (tx) => {
      await this.#passkeys.remove(tx, member.id, passkeyId);
    });
  }

  /** Begins to set up an authenticator app. @throws AppError STEP_UP_REQUIRED */
  async beginTotp(member: Member): Promise<{ secret: string; uri: string }> {
    this.#stepUp.assertFresh(member);
    return this.#totps.begin(member);
  }

  /**
   * Confirms the authenticator app.
   * @returns recovery codes if there were none
   * @throws AppError NO_DATA, CODE_INVALID, STEP_UP_REQUIRED
   */
  confirmTotp(member: Member, code: string, language: Language): Promise<string[]> {
    return this.#change(member, { event: 'totp', language }, async (tx) => {
      await this.#totps.confirm(tx, member.id, code);
      return addFirstCodes(tx, member.id);
    });
  }

  /** @throws AppError NO_DATA, STEP_UP_REQUIRED */
  removeTotp(member: Member, language: Language): Promise<void> {
    return this.#change(member, { event: 'totpRemoved', language }, async (tx) => {
      if (!(await this.#totps.remove(tx, member.id))) throw new AppError('NO_DATA');
    });
  }

  /** Replaces the recovery codes. @throws AppError NO_DATA without a factor, STEP_UP_REQUIRED */
  newCodes(member: Member, language: Language): Promise<string[]> {
    return this.#change(member, { event: 'codes', language }, async (tx) => {
      if (!hasAny(await findFactorKinds(tx, member.id))) throw new AppError('NO_DATA');
      return replaceCodes(tx, member.id);
    });
  }

  /** Makes a change under the lock of the member, so that of two changes one sees the other. */
  async #change<T>(member: Member, { event, language }: Change, work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#stepUp.assertFresh(member);
    return this.#database.transaction(async (tx) => {
      await lockMember(tx, member.id);
      const result = await work(tx);
      // Recovery codes go with the last factor.
      if (!hasAny(await keepFlags(tx, member.id))) await dropCodes(tx, member.id);
      await forgetOtherProofs(tx, member);
      await this.#messages.tell(tx, event, { id: member.id, phone: member.username }, language);
      return result;
    });
  }
}
