import assert from 'node:assert/strict';
import type { ResponseBody } from '@krapao/contract/routes';
import { toMinor } from '@krapao/contract/money';
import { Api } from './api.ts';
import { eventually } from './eventually.ts';
import type { Database } from '../database/open.ts';
import type { OutsideWorld } from './counterparties-world.ts';
import { Seed, type Registration } from './seed.ts';

export type { Registration };
export type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];
type Notice = ResponseBody<'POST /api/notices'>['notices'][number];

/** Waits for the work that is due. @returns the result of the check after it */
type WhenDone = <T>(check: () => Promise<T>) => Promise<T>;

interface MembersMore {
  /** Of a server whose time is moved; without it, what is under way is waited for. */
  whenDone?: WhenDone;
  /** The server's; without it, members and their money come in by requests alone. */
  database?: Database;
}

/** Creates members, each with their own phone and bank account. */
export class Members {
  readonly #url: string;
  readonly #world: OutsideWorld;
  readonly #whenDone: WhenDone;
  readonly #seed: Seed | undefined;
  readonly #stranger: Api;
  #made = 0;

  constructor(url: string, world: OutsideWorld, { whenDone = eventually, database }: MembersMore = {}) {
    this.#url = url;
    this.#world = world;
    this.#whenDone = whenDone;
    this.#seed = database && new Seed(database);
    this.#stranger = new Api(url);
  }

  /** Returns an unused phone number. */
  nextPhone(): string {
    this.#made += 1;
    return `08${String(this.#made).padStart(8, '0')}`;
  }

  /** Returns a valid, unused registration, with parts of it changed. */
  registration(changes: Partial<Registration> = {}): Registration {
    const username = this.nextPhone();
    return {
      name: 'สมหญิง ใจดี',
      username,
      password: 'ความลับ-1234',
      sourceCode: 'FRIEND',
      inviteCode: '',
      bankCode: 'KBANK',
      bankAccountName: 'SOMYING JAIDEE',
      bankAccountNo: `1${username.slice(1)}`,
      currency: 'BAHT',
      ...changes,
    };
  }

  /** Verifies a phone by a one-time code. */
  async verifyPhone(phoneNumber: string): Promise<void> {
    const sendCode = () => this.#stranger.ok('POST /api/otp/send', { body: { phoneNumber } });
    // In tests of whole programs the SMS service has little time: a member asks again, as a person does.
    const { otpToken } = await sendCode().catch(sendCode);
    const otpCode = await this.#world.otpCode(phoneNumber);
    await this.#stranger.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
  }

  async logIn({ username, password }: Pick<Registration, 'username' | 'password'>): Promise<string> {
    const { token } = await this.#stranger.ok('POST /api/login', { body: { username, password } });
    return token;
  }

  /** Registers a member by a one-time code, as people do, and logs them in. */
  async register(changes: Partial<Registration> = {}): Promise<TestMember> {
    const registration = this.registration(changes);
    await this.verifyPhone(registration.username);
    await this.#stranger.ok('POST /api/account', { body: registration });
    return this.of(registration, await this.logIn(registration));
  }

  /** Creates a member without the way through a code and a registration, and logs them in. */
  async join(changes: Partial<Registration> = {}): Promise<TestMember> {
    if (!this.#seed) return this.register(changes);
    const registration = this.registration(changes);
    await this.#seed.member(registration);
    return this.of(registration, await this.logIn(registration));
  }

  /** Returns a member who has registered and logged in by other means. */
  of(registration: Registration, token: string): TestMember {
    const [url, world, whenDone, seed] = [this.#url, this.#world, this.#whenDone, this.#seed];
    return new TestMember({ url, world, registration, token, whenDone, seed });
  }

  /**
   * Creates a member with money and, on request, a game account at PG, and logs them in. `byQr` is for tests that need
   * the order or what the gateway knows.
   */
  async joinWith(baht: number, { game = false, byQr = false } = {}): Promise<TestMember> {
    const member = await this.join();
    if (baht > 0) await (byQr ? member.payQr(baht) : member.deposit(baht));
    if (game) await member.activate();
    return member;
  }
}

/** A member, from the view of their phone. */
export class TestMember {
  readonly registration: Registration;
  readonly token: string;
  readonly api: Api;
  readonly #world: OutsideWorld;
  readonly whenDone: WhenDone;
  readonly #seed: Seed | undefined;

  constructor(parts: {
    url: string;
    world: OutsideWorld;
    registration: Registration;
    token: string;
    whenDone: WhenDone;
    seed: Seed | undefined;
  }) {
    this.#world = parts.world;
    this.whenDone = parts.whenDone;
    this.#seed = parts.seed;
    this.registration = parts.registration;
    this.token = parts.token;
    this.api = new Api(parts.url, parts.token);
  }

  async wallet(): Promise<{ amount: number; transit: number }> {
    return (await this.api.ok('GET /api/wallet')).wallet;
  }

  /** Writes a deposit without the way through a gateway. What it makes due is left to the server. */
  async deposit(amount: number): Promise<void> {
    if (!this.#seed) return this.payQr(amount);
    const exact = toMinor(amount);
    assert.ok(exact !== null, `${amount} is no amount`);
    await this.#seed.depositByPhone(this.registration.username, exact);
  }

  /** Pays a QR of an amount and waits for the money. */
  async payQr(amount: number): Promise<void> {
    const before = await this.wallet();
    const qr = await this.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount },
    });
    await this.#world.control('POST', `/qr/${qr.qrcodeId}/pay`);
    await this.whenDone(async () => assert.equal((await this.wallet()).amount, before.amount + amount));
  }

  /** Opens a game account. @returns the user name there */
  async activate(slotCode = 'PG'): Promise<string> {
    await this.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
    return (await this.credentials(slotCode)).username;
  }

  credentials(slotCode = 'PG'): Promise<ResponseBody<'GET /api/wallet/account/:slotCode'>> {
    return this.api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode } });
  }

  /** Returns the newest movements. */
  async statement(limit = 10): Promise<StatementItem[]> {
    return (await this.api.ok('POST /api/statement', { body: { page: 1, limit } })).statements;
  }

  /** Returns the newest notices. */
  async notices(): Promise<Notice[]> {
    return (await this.api.ok('POST /api/notices', { body: { page: 1, limit: 10 } })).notices;
  }

  /** Expects the newest movement to have these fields, once the work that is due is done. */
  newestBecomes(expected: Partial<StatementItem>): Promise<void> {
    return this.whenDone(async () => {
      const [newest] = await this.statement(1);
      assert.deepEqual(pick(newest, Object.keys(expected)), expected);
    });
  }
}

const pick = (item: StatementItem | undefined, keys: readonly string[]): object =>
  Object.fromEntries(keys.map((key) => [key, item?.[key as keyof StatementItem]]));
