import assert from 'node:assert/strict';
import type { Minor } from '@krapao/contract/money';
import { routes, type RequestBody } from '@krapao/contract/routes';
import type { Database } from '../database/open.ts';
import { Hashing, type HashCost } from '../kernel/hashing.ts';
import { newId, newMemberId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { Ledger } from '../ledger/ledger.ts';
import { findByPhone, type MemberWallet } from '../modules/account/queries.ts';
import { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { HOLDER_COLUMNS, keepRegisteredNames } from '../modules/senders/queries.ts';
import { awaitLogin } from '../modules/session/queries.ts';

export type Registration = RequestBody<'POST /api/account'>;

/** At the usual cost, hashing the passwords of members takes longer than most of the tests. */
export const LOW_HASH_COST: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const hashing = new Hashing(1_000, LOW_HASH_COST);

/** Writes into a database what members have when a test begins, as their requests would leave it. */
export class Seed {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #payments: IncomingPayments;

  constructor(database: Database) {
    this.#database = database;
    this.#ledger = new Ledger(database);
    this.#payments = new IncomingPayments({ ledger: this.#ledger, logger: createLogger('silent') });
  }

  /**
   * Writes a member who has registered without an invitation, and not logged in yet.
   * @param given as it is stored after the checks, which are not made here, but for the name in capitals
   */
  async member(given: Registration): Promise<MemberWallet & { id: string }> {
    assert.deepEqual(routes['POST /api/account'].body.parse(given), given);
    const { inviteCode = '', currency = '' } = given;
    assert.ok(
      inviteCode === '' && currency !== '',
      'only a registration knows inviters and the usual currency',
    );
    const id = newMemberId();
    const passwordHash = await hashing.hash(given.password, 'member');
    const walletAccount = await this.#database.transaction(async (tx) => {
      const wallet = await this.#ledger.openMemberAccount(tx, { code: `member:${id}:wallet`, currency });
      const values = {
        id,
        username: given.username,
        name: given.name,
        password_hash: passwordHash,
        source_code: given.sourceCode ?? '',
        invite_code: '',
        bank_code: given.bankCode,
        bank_account_name: given.bankAccountName.toUpperCase(),
        bank_account_no: given.bankAccountNo,
        currency,
        wallet_account: wallet,
      };
      await keepRegisteredNames(
        tx.with('holders', (query) => query.insertInto('member').values(values).returning(HOLDER_COLUMNS)),
      ).execute();
      await awaitLogin(tx, id);
      return wallet;
    });
    return { id, walletAccount, currency };
  }

  /** Writes a deposit to the member of a phone. @throws AssertionError when there is none */
  async depositByPhone(phone: string, amount: Minor): Promise<void> {
    const member = await findByPhone(this.#database.queries, phone);
    assert.ok(member, `no member has the phone ${phone}`);
    await this.deposit(member, amount);
  }

  /** Writes a deposit that a gateway has told of. What it makes due is not done. */
  async deposit({ walletAccount: payee, currency }: MemberWallet, amount: Minor): Promise<void> {
    await this.#payments.credit({
      house: 'gateway:KBANK',
      reference: newId(),
      currency,
      amount,
      payee,
      detail: { provider: 'KBANK' },
    });
  }
}
