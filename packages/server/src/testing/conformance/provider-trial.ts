import { minor, type Minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import type { GameProvider, ProviderTransfer, SentTransfer } from '../../ports/game-provider.ts';
import type { Differs, NotFound, Outcome } from '../../ports/outcome.ts';
import type { ProviderUnderTest, Traits } from './game-provider-table.ts';
import type { Connection, PortWorld } from './port-world.ts';

export interface Player {
  username: string;
  password: string;
}

export const money = (satang: bigint): Minor => minor(satang);
export const newPlayer = (): Player => ({
  username: `kp${randomUUID().slice(0, 8)}`,
  password: randomUUID().slice(0, 12),
});

/** A provider under test: its adapter, and controls of the provider itself. */
export class ProviderTrial {
  readonly under: ProviderUnderTest;
  readonly #world: () => PortWorld;
  readonly #connect: (connection: Connection) => GameProvider;

  constructor(
    under: ProviderUnderTest,
    connect: (connection: Connection) => GameProvider,
    world: () => PortWorld,
  ) {
    this.under = under;
    this.#connect = connect;
    this.#world = world;
  }

  get world(): PortWorld {
    return this.#world();
  }

  /** Creates an adapter with parts of its connection changed. */
  adapter(changes: Partial<Connection> = {}): GameProvider {
    const { baseUrl, secret, timeoutMs } = this.world.connection;
    const base = `${baseUrl}/${this.under.code}`;
    const values = Object.fromEntries(
      Object.entries(this.under.values).map(([name, value]) => [
        name,
        value.replace('{base}', base).replace('{sandbox}', this.world.outside.url),
      ]),
    );
    const own = { baseUrl: base, secret, timeoutMs, values };
    return this.#connect({ ...own, ...changes });
  }

  get traits(): Traits {
    return this.under.traits;
  }

  get provider(): GameProvider {
    return this.adapter();
  }

  get deadUrl(): string {
    return `${this.world.deadUrl}/provider/${this.under.code}`;
  }

  /** Creates a player of the provider with some credit. */
  async join(satang = 0n): Promise<Player> {
    const player = newPlayer();
    assert.deepEqual(await this.provider.createPlayer(player), { outcome: 'done', value: undefined });
    if (satang > 0n) assert.equal((await this.deposit(player.username, satang)).outcome, 'done');
    return player;
  }

  deposit(username: string, satang: bigint, reference: string = randomUUID()): Promise<Outcome<Minor>> {
    return this.provider.transfer(transferOf('deposit', username, satang, reference));
  }

  withdraw(username: string, satang: bigint, reference: string = randomUUID()): Promise<Outcome<Minor>> {
    return this.provider.transfer(transferOf('withdraw', username, satang, reference));
  }

  lookUp(transfer: ProviderTransfer, balanceBefore: Minor | null): Promise<Outcome | NotFound | Differs> {
    return this.provider.lookUp(sent(transfer, balanceBefore));
  }

  /** Returns the player's credit, or the provider's other answer. */
  async balance(username: string): Promise<Minor | Outcome<Minor>> {
    const answer = await this.provider.balance(username);
    return answer.outcome === 'done' ? answer.value : answer;
  }

  async play(username: string, { bet = 1, win = 0, rounds = 1 } = {}): Promise<void> {
    const { code: provider } = this.under;
    await this.world.outside.control('POST', '/play', { provider, username, bet, win, rounds });
  }

  async maintenance(on: boolean): Promise<void> {
    await this.world.outside.control('POST', '/maintenance', { provider: this.under.code, on });
  }

  /** Logs in on the provider's site like a browser. @returns the session's cookie; null if refused */
  async signIn({ username, password }: Player): Promise<string | null> {
    const tokens = await this.provider.formTokens();
    assert.equal(tokens.outcome, 'done');
    const fields = { ...(tokens.outcome === 'done' ? tokens.value : null), username, password };
    const answer = await this.postForm('/login', fields);
    await answer.arrayBuffer();
    return answer.status === 303 ? cookieOf(answer) : null;
  }

  /** Posts a form to the site, like a browser from a page of another site. */
  postForm(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(this.#site(path), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  }

  /** Returns whether the games are open to the holder of a cookie. */
  async isPlaying(cookie: string | null): Promise<boolean> {
    const page = await fetch(this.#site('/play'), { headers: { cookie: cookie ?? '' }, redirect: 'manual' });
    await page.arrayBuffer();
    return page.status === 200;
  }

  #site(path: string): string {
    return `${this.world.outside.url}/site/${this.under.code}${path}`;
  }
}

export const transferOf = (
  direction: ProviderTransfer['direction'],
  username: string,
  satang: bigint,
  reference: string = randomUUID(),
): ProviderTransfer => ({ reference, username, direction, amount: money(satang) });

export const sent = (transfer: ProviderTransfer, balanceBefore: Minor | null): SentTransfer => ({
  ...transfer,
  balanceBefore,
});

export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
