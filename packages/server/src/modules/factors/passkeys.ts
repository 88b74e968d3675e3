import { PASSKEYS_MAX } from '@krapao/contract/limits';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import {
  challengeOf,
  verifyNewPasskey,
  verifyPasskeyUse,
  webauthn,
  type BrowserJson,
  type Site,
  type StoredPasskey,
} from '../../kernel/webauthn.ts';
import { heldMember } from '../account/queries.ts';
import type { Challenges } from './challenges.ts';

/** A passkey as its owner sees it. */
export interface ShownPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Use of a passkey: to log in, or to prove again who a member is. */
export type PasskeyUse = { for: 'log-in' } | { for: 'step-up'; memberId: string };

/** The id of a credential: at most 1,023 bytes. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

type PasskeyForUse = StoredPasskey & { member_id: string };

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at'] as const;

const purposeOf = (use: PasskeyUse): string =>
  use.for === 'log-in' ? use.for : `${use.for} ${use.memberId}`;
const newPasskeyOf = (memberId: string): string => `new ${memberId}`;

/** Passkeys of members: the device verifies the person, and the count of its uses never goes back. */
export class Passkeys {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #challenges: Challenges;
  readonly #clock: Clock;

  constructor(parts: { database: Database; content: ContentStore; challenges: Challenges; clock: Clock }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#challenges = parts.challenges;
    this.#clock = parts.clock;
  }

  async list(memberId: string): Promise<ShownPasskey[]> {
    const rows = await this.#database.queries
      .selectFrom('member_passkey')
      .select(COLUMNS)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toShown);
  }

  /** Returns the browser's options to make a passkey. */
  async beginNew(member: Member, { hostname }: Site): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: (await this.#content.get()).operator.name.en,
      rpID: hostname,
      userName: member.username,
      userDisplayName: member.name,
      userID: new TextEncoder().encode(member.id),
      challenge: this.#challenges.issue(newPasskeyOf(member.id)),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: (await this.list(member.id)).map(({ id }) => ({ id })),
    });
  }

  /** Keeps a new passkey. @throws AppError PASSKEY_INVALID, also for one too many */
  async add(
    tx: Tx,
    memberId: string,
    { answer, name, site }: { answer: BrowserJson; name: string; site: Site },
  ): Promise<ShownPasskey> {
    const challenge = this.#openChallenge(answer, newPasskeyOf(memberId));
    const passkey = await verifyNewPasskey(answer, { challenge, site }).catch(invalid);
    await this.#use(tx, challenge);
    const row = await tx
      .insertInto('member_passkey')
      .values({
        ...passkey,
        member_id: memberId,
        name,
        created_at: this.#clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row || (await countOf(tx, memberId)) > PASSKEYS_MAX) throw new AppError('PASSKEY_INVALID');
    return toShown(row);
  }

  /** @throws AppError NO_DATA */
  async rename(memberId: string, id: string, name: string): Promise<void> {
    const row = await this.#database.queries
      .updateTable('member_passkey')
      .set({ name })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('NO_DATA');
  }

  /** @throws AppError NO_DATA */
  async remove(tx: Tx, memberId: string, id: string): Promise<void> {
    const row = await tx
      .deleteFrom('member_passkey')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('NO_DATA');
  }

  /** Returns the browser's options to use a passkey. To log in, the person chooses it on their device. */
  async begin(use: PasskeyUse, { hostname }: Site): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    const own = use.for === 'step-up' ? await this.list(use.memberId) : [];
    return generateAuthenticationOptions({
      rpID: hostname,
      userVerification: 'required',
      challenge: this.#challenges.issue(purposeOf(use)),
      ...(own.length > 0 && { allowCredentials: own.map(({ id }) => ({ id })) }),
    });
  }

  /**
   * Checks a passkey's answer, and that it is neither a repetition nor a copy.
   * @param then runs in the same transaction; what it throws leaves the answer unused
   * @throws AppError PASSKEY_INVALID
   */
  async use<T>(
    answer: BrowserJson,
    use: PasskeyUse & { site: Site },
    then: (tx: Tx, memberId: string) => Promise<T>,
  ): Promise<T> {
    const { site } = use;
    const challenge = this.#openChallenge(answer, purposeOf(use));
    return this.#database.transaction(async (tx) => {
      const known = await findForUse(tx, answer['id']);
      const isOwn = use.for === 'log-in' || known?.member_id === use.memberId;
      if (!known || !isOwn) throw new AppError('PASSKEY_INVALID');
      const sign_count = await verifyPasskeyUse(answer, { challenge, site, passkey: known }).catch(invalid);
      await this.#use(tx, challenge);
      await tx
        .updateTable('member_passkey')
        .set({ sign_count, last_used_at: this.#clock.now() })
        .where('id', '=', known.id)
        .execute();
      return then(tx, known.member_id);
    });
  }

  /** @throws AppError PASSKEY_INVALID */
  async #use(tx: Tx, challenge: string): Promise<void> {
    if (!(await this.#challenges.use(tx, challenge))) throw new AppError('PASSKEY_INVALID');
  }

  /** Returns the challenge that an answer names. @throws AppError PASSKEY_INVALID */
  #openChallenge(answer: BrowserJson, purpose: string): string {
    const challenge = challengeOf(answer);
    if (challenge === undefined || !this.#challenges.isOpen(challenge, purpose)) {
      throw new AppError('PASSKEY_INVALID');
    }
    return challenge;
  }
}

/** Locks a passkey and, before it, its member: a removal locks them in the same order. */
async function findForUse(tx: Tx, id: unknown): Promise<PasskeyForUse | undefined> {
  if (typeof id !== 'string' || !CREDENTIAL_ID.test(id)) return undefined;
  const { rows } = await sql<PasskeyForUse>`
    with held as materialized (${heldMember(sql`select member_id from member_passkey where id = ${id}`)})
    select k.id, k.member_id, k.public_key, k.sign_count, k.transports
      from held join member_passkey k on k.member_id = held.id where k.id = ${id} for update of k`.execute(
    tx,
  );
  return rows[0];
}

async function countOf(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('member_passkey')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const toShown = (row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}): ShownPasskey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

function invalid(cause: unknown): never {
  throw new AppError('PASSKEY_INVALID', { cause });
}
