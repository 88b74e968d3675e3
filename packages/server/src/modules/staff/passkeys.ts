import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import {
  challengeOf,
  verifyNewPasskey,
  verifyPasskeyUse,
  webauthn,
  type BrowserJson,
  type Site,
} from '../../kernel/webauthn.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const SITE_NAME = 'Krapao';

/** A passkey as its owner sees it. */
export interface ShownPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Passkeys of staff: signing in without a password, with the person verified by their device. */
export class Passkeys {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  async list(staff: StaffCaller): Promise<ShownPasskey[]> {
    const rows = await this.#database.queries
      .selectFrom('staff_passkey')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('staff_id', '=', staff.id)
      .orderBy('created_at')
      .execute();
    return rows.map(toShown);
  }

  /** Returns the browser's options to make a passkey. The caller has checked the password. */
  async beginNew(staff: StaffCaller, { hostname }: Site): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: SITE_NAME,
      rpID: hostname,
      userName: staff.email,
      userDisplayName: staff.name,
      userID: new TextEncoder().encode(staff.id),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: (await this.list(staff)).map(({ id }) => ({ id })),
    });
    await this.#keepChallenge(options.challenge, staff.id);
    return options;
  }

  /** Keeps a new passkey. @throws StaffError PASSKEY_INVALID */
  async addNew(
    staff: StaffCaller,
    actor: Actor,
    { answer, name, site }: { answer: BrowserJson; name: string; site: Site },
  ): Promise<ShownPasskey> {
    const challenge = await this.#useChallenge(answer, staff.id);
    const passkey = await verifyNewPasskey(answer, { challenge, site }).catch(invalid);
    return this.#database.transaction(async (tx) => {
      const row = await tx
        .insertInto('staff_passkey')
        .values({
          ...passkey,
          staff_id: staff.id,
          name,
          created_at: this.#clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirst();
      if (!row) throw new StaffError('PASSKEY_INVALID');
      await recordAct(tx, {
        actor,
        action: 'staff.passkey',
        subject: `staff ${staff.email}`,
        outcome: 'done',
        after: { name },
      });
      return toShown(row);
    });
  }

  /** Forgets one of the person's passkeys. @throws StaffError NO_DATA */
  async forget(staff: StaffCaller, actor: Actor, id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('staff_passkey')
        .where('id', '=', id)
        .where('staff_id', '=', staff.id)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw new StaffError('NO_DATA');
      await recordAct(tx, {
        actor,
        action: 'staff.passkey.forget',
        subject: `staff ${staff.email}`,
        outcome: 'done',
        before: { name: row.name },
      });
    });
  }

  /** Returns the browser's options to sign in. The person chooses the passkey. */
  async beginSignIn({ hostname }: Site): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' });
    await this.#keepChallenge(options.challenge, null);
    return options;
  }

  /**
   * Checks a passkey's answer, and that it is no copy: the count of its uses never goes back.
   * @returns the id of its owner
   * @throws StaffError PASSKEY_INVALID
   */
  async signIn(answer: BrowserJson, site: Site): Promise<string> {
    const challenge = await this.#useChallenge(answer, null);
    return this.#database.transaction(async (tx) => {
      const known = await findForUse(tx, String(answer['id']));
      if (!known) throw new StaffError('PASSKEY_INVALID');
      const sign_count = await verifyPasskeyUse(answer, { challenge, site, passkey: known }).catch(invalid);
      await tx
        .updateTable('staff_passkey')
        .set({ sign_count, last_used_at: this.#clock.now() })
        .where('id', '=', known.id)
        .execute();
      return known.staff_id;
    });
  }

  async #keepChallenge(challenge: string, staffId: string | null): Promise<void> {
    const now = this.#clock.now();
    await this.#database.queries.deleteFrom('staff_challenge').where('expires_at', '<=', now).execute();
    await this.#database.queries
      .insertInto('staff_challenge')
      .values({ challenge, staff_id: staffId, expires_at: new Date(now.getTime() + CHALLENGE_MS) })
      .execute();
  }

  /** Uses the challenge that an answer names up. @throws StaffError PASSKEY_INVALID */
  async #useChallenge(answer: BrowserJson, staffId: string | null): Promise<string> {
    const challenge = challengeOf(answer);
    if (challenge === undefined) throw new StaffError('PASSKEY_INVALID');
    const row = await this.#database.queries
      .deleteFrom('staff_challenge')
      .where('challenge', '=', challenge)
      .where('expires_at', '>', this.#clock.now())
      .where((eb) => (staffId === null ? eb('staff_id', 'is', null) : eb('staff_id', '=', staffId)))
      .returning('challenge')
      .executeTakeFirst();
    if (!row) throw new StaffError('PASSKEY_INVALID');
    return row.challenge;
  }
}

const findForUse = (tx: Tx, id: string) =>
  tx
    .selectFrom('staff_passkey')
    .select(['id', 'staff_id', 'public_key', 'sign_count', 'transports'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const toShown = (row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}): ShownPasskey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

function invalid(cause: unknown): never {
  throw new StaffError('PASSKEY_INVALID', { cause });
}
