import { minor, type Currency, type Minor } from '@krapao/contract/money';
import { readContent } from '../content/read.ts';
import type { Content } from '../content/schema.ts';
import { ContentStore } from '../content/store.ts';
import { openDatabase, type Database } from '../database/open.ts';
import type { Member } from '../domain/member.ts';
import { newMemberId } from '../kernel/ids.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { migratedPostgresUrl } from './databases.ts';
import { Seed } from './seed.ts';
import { DEMO_CONTENT } from './test-server.ts';

/** One process reduced to the books: its own connections and its own ledger. */
export interface BooksProcess {
  database: Database;
  ledger: Ledger;
  content: ContentStore;
}

/** Members and money on a PostgreSQL database shared by processes, without HTTP and counterparties. */
export class BooksOnly {
  readonly processes: readonly BooksProcess[];
  readonly #seed: Seed;
  #made = 0;

  private constructor(processes: readonly BooksProcess[]) {
    this.processes = processes;
    this.#seed = new Seed(this.first.database);
  }

  static async open(
    count: number,
    change: (content: Content) => void = () => {},
    databasePool = 6,
  ): Promise<BooksOnly> {
    const databaseUrl = await migratedPostgresUrl();
    const content = structuredClone(await readContent(DEMO_CONTENT));
    change(content);
    const processes: BooksProcess[] = [];
    for (let n = 0; n < count; n += 1) {
      const database = await openDatabase({ databaseUrl, databasePool, dataDir: '' });
      const store = new ContentStore(database);
      if (n === 0) await store.save(content);
      processes.push({ database, ledger: new Ledger(database), content: store });
    }
    return new BooksOnly(processes);
  }

  get first(): BooksProcess {
    const [first] = this.processes;
    if (!first) throw new Error('there is no process');
    return first;
  }

  /** Creates a member whose data differ from all others', except for the given parts. */
  async newMember(given: { name?: string; accountName?: string; currency?: Currency } = {}): Promise<Member> {
    this.#made += 1;
    const mark = newMemberId();
    const { name = `Name ${mark}`, accountName = `Account ${mark}`, currency = 'BAHT' } = given;
    const phone = `09${String(this.#made).padStart(8, '0')}`;
    const bank = {
      bankCode: 'KBANK',
      bankAccountName: accountName.toUpperCase(),
      bankAccountNo: `1${phone}`,
    };
    const registration = { ...bank, name, username: phone, password: 'none', currency };
    const { id, walletAccount } = await this.#seed.member(registration);
    return {
      id,
      sessionId: 0n,
      username: phone,
      name,
      sourceCode: '',
      inviteCode: '',
      ...bank,
      currency,
      coin: 0,
      createdAt: new Date(),
      passwordChangedAt: new Date(),
      bankChangedAt: null,
      factorsRemovedAt: null,
      walletAccount,
      stop: undefined,
      proof: { isNewDevice: false, at: null },
    };
  }

  /** Opens a member's held balance, as the first limit does. */
  async protect({ id, walletAccount, currency }: Member): Promise<AccountId> {
    const { database, ledger } = this.first;
    const held = await ledger.openMemberAccount(database.queries, {
      code: `held:${id}`,
      currency,
      barred: ['withdraw', 'game_in', 'finish_bonus', 'adjustment'],
    });
    await database.queries
      .insertInto('protection')
      .values({ member_id: id, wallet_account: walletAccount, held_account: held })
      .execute();
    return held;
  }

  deposit(member: Member, amount: Minor): Promise<void> {
    return this.#seed.deposit(member, amount);
  }

  async available(member: Member): Promise<Minor> {
    return (await this.first.ledger.balance(member.walletAccount)).available;
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map(({ database }) => database.close()));
  }
}

/** Converts baht to minor units. */
export const baht = (amount: number): Minor => minor(BigInt(Math.round(amount * 100)));
