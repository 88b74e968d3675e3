import type { ErrorCode } from '@krapao/contract/errors';
import { ZERO, type Minor } from '@krapao/contract/money';
import { localized } from '../../content/fields.ts';
import { resolveLinks, siteOrigin } from '../../content/provider-links.ts';
import type { Content, Provider } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Language } from '../../content/fields.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newGamePassword, newPlayerSuffix } from '../../kernel/ids.ts';
import { sameText, type Secrets } from '../../kernel/secrets.ts';
import { NO_PLAYER_AT_PROVIDER, type GameProvider } from '../../ports/game-provider.ts';
import type { Outcome } from '../../ports/outcome.ts';
import type { PartsOff } from '../../ports/part.ts';
import type { ProviderHealth } from './health.ts';
import type { LaunchPages } from './launch-pages.ts';
import {
  activateGameAccount,
  claimPasswordReset,
  ensureGameAccount,
  findGameAccount,
  listGameAccounts,
  saveBalance,
  savePassword,
  sealContext,
  type GameAccount,
} from './repo.ts';

/** Last reported balance of a member's account at a provider. */
export type GameBalance = Pick<GameAccount, 'provider' | 'balance' | 'active'>;

/** Description of a provider's games, the same for every member. */
export interface GameDescription {
  code: string;
  name: string;
  logo: string;
  background: string;
  category: Provider['category'];
  web: string;
  android: string;
  ios: string;
}

/** State of a member's account at a provider, and of the provider. */
export interface GameStanding {
  isActive: boolean;
  /** Minor units. */
  amount: Minor;
  isDown: boolean;
}

/** Games on offer on a member's home page. */
export interface GamesView {
  /** One shared list for all members until the content changes. */
  games: readonly GameDescription[];
  /** One per game; undefined when the member has no account and the provider is up. */
  standings: readonly (GameStanding | undefined)[];
}

/** Credentials for a manual login at a provider. */
export interface Login {
  username: string;
  password: string;
  /** Tokens of the provider's login form; null when it needs none or does not answer. */
  event: Record<string, string> | null;
}

export interface LaunchRequest {
  username: string;
  /** Set when the path of the call contains it. */
  password?: string;
  language: Language;
}

/** Target of a launch in the browser: an external URL, or a path of this server. */
export type Entrance = { url: string } | { path: string };

/** Maximum number of user names in a process's cache; the oldest entry is evicted. */
const MOST_USERNAMES = 50_000;

/** Providers with their own error code for an unknown player. */
const UNKNOWN_PLAYER: Readonly<Record<string, ErrorCode>> = {
  AREASLOT: 'NOT_AREASLOT',
  UFABET: 'NOT_UFABET',
};

/** Opens and shows game accounts and launches their games. The transfer module moves credit. */
export class GameService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #off: PartsOff;
  readonly #secrets: Secrets;
  readonly #health: ProviderHealth;
  readonly #pages: LaunchPages;
  readonly #sandboxUrl: string | undefined;
  readonly #usernames = new Map<string, string>();
  readonly #descriptions = new WeakMap<Content, Map<Language, readonly GameDescription[]>>();

  constructor(parts: {
    database: Database;
    content: ContentStore;
    providers: ReadonlyMap<string, GameProvider>;
    off: PartsOff;
    secrets: Secrets;
    health: ProviderHealth;
    pages: LaunchPages;
    /** Public URL of the sandbox, for the links of the providers that it simulates. */
    sandboxUrl: string | undefined;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#providers = parts.providers;
    this.#off = parts.off;
    this.#secrets = parts.secrets;
    this.#health = parts.health;
    this.#pages = parts.pages;
    this.#sandboxUrl = parts.sandboxUrl;
  }

  /**
   * Lists every provider on offer with the member's account and last reported balance, and the disabled
   * providers that still hold credit of the member.
   */
  list(content: Content, accounts: readonly GameBalance[], language: Language): GamesView {
    const games = this.#withLeft(this.#described(content, language), content, accounts, language);
    const standings = games.map(({ code }) => {
      const account = accounts.find(({ provider }) => provider === code);
      const isDown = this.#health.isDown(code);
      if (!account && !isDown) return undefined;
      return { isActive: account?.active ?? false, amount: account?.balance ?? ZERO, isDown };
    });
    return { games, standings };
  }

  /** Requests and stores the balance of each of the member's active accounts. */
  async refreshBalances(memberId: string): Promise<void> {
    const accounts = (await listGameAccounts(this.#database.queries, memberId)).filter(
      (account) => account.active,
    );
    await Promise.all(accounts.map((account) => this.#refreshBalance(account)));
  }

  /**
   * Opens an account at a provider. Safe to repeat: user name and password are stored before the call, and a
   * provider that already knows the player reports success.
   * @throws AppError NO_GAME, SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL
   */
  async activate(member: Member, code: string): Promise<void> {
    const port = await this.#provider(code, 'SLOT_ACTIVATE_FAIL');
    const account = await ensureGameAccount(this.#database.queries, {
      memberId: member.id,
      provider: code,
      username: `kp${newPlayerSuffix()}`,
      sealedPassword: this.#secrets.seal(newGamePassword(), sealContext(member.id, code)),
    });
    if (account.active) throw new AppError('SLOT_ALREADY_ACTIVE');
    const created = await port.createPlayer({
      username: account.username,
      password: this.#password(account),
    });
    this.#health.recordOutcome(code, created);
    if (created.outcome !== 'done') throw new AppError('SLOT_ACTIVATE_FAIL', { cause: created });
    await activateGameAccount(this.#database.queries, member.id, code);
  }

  /** @throws AppError NO_GAME, SLOT_NO_ACCOUNT; NOT_UFABET when UFABET does not know the player */
  async login(member: Member, code: string): Promise<Login> {
    const port = await this.#provider(code);
    const account = await this.account(member.id, code);
    const { username } = account;
    return { username, password: this.#password(account), event: await this.#event(port, code, username) };
  }

  /** @throws AppError NO_GAME, SLOT_NO_ACCOUNT, REQUEST_LIMIT_1MIN, SLOT_RESET_PASSWORD_FAIL */
  async resetPassword(member: Member, code: string): Promise<void> {
    const port = await this.#provider(code, 'SLOT_RESET_PASSWORD_FAIL');
    const account = await this.account(member.id, code);
    const { queries } = this.#database;
    if (!(await claimPasswordReset(queries, member.id, code))) throw new AppError('REQUEST_LIMIT_1MIN');
    const password = newGamePassword();
    const reset = await port.setPassword({ username: account.username, password });
    this.#health.recordOutcome(code, reset);
    if (reset.outcome !== 'done') throw new AppError('SLOT_RESET_PASSWORD_FAIL', { cause: reset });
    await savePassword(queries, member.id, code, this.#secrets.seal(password, sealContext(member.id, code)));
  }

  /**
   * Launches the provider's games for the member. A launch page can be fetched once.
   * @param asked user name and optional password; both must be the member's own there
   * @throws AppError NO_GAME, SLOT_NO_ACCOUNT, also when a credential is not the member's; NOT_AREASLOT when
   *   AREASLOT does not know the player
   */
  async launch(member: Member, code: string, asked: LaunchRequest): Promise<Entrance> {
    const port = await this.#provider(code);
    const account = await this.account(member.id, code);
    const { username } = account;
    const password = this.#password(account);
    // Both are always compared, so the response time does not reveal which one is wrong.
    const isOwn = [
      sameText(asked.username, username),
      asked.password === undefined || sameText(asked.password, password),
    ];
    if (isOwn.includes(false)) throw new AppError('SLOT_NO_ACCOUNT');
    const launched = await port.launch({ username, password, language: asked.language });
    this.#health.recordOutcome(code, launched);
    if (launched.outcome !== 'done') throw this.#notLaunched(code, launched);
    if (launched.value.kind === 'url') return { url: launched.value.url };
    const path = await this.#pages.keep(code, launched.value.html);
    if (path === undefined) throw new AppError('NO_GAME', { cause: 'the page is too long' });
    return { path };
  }

  /**
   * Returns a launch page once, within its short lifetime.
   * @returns the page and the site it may post to; undefined when it is used, expired or unknown
   */
  async takeLaunchPage(token: string): Promise<{ html: string; site: string | undefined } | undefined> {
    const page = await this.#pages.take(token);
    if (!page) return undefined;
    const provider = (await this.#offered()).find(({ code }) => code === page.provider);
    return provider && { html: page.html, site: siteOrigin(provider, this.#sandboxUrl) };
  }

  /**
   * Returns the member's active accounts, also at disabled or disconnected providers: they may hold credit.
   */
  async activeAccounts(memberId: string): Promise<GameAccount[]> {
    return (await listGameAccounts(this.#database.queries, memberId)).filter((account) => account.active);
  }

  /**
   * Returns whether members may use a provider. A disabled provider, or any while the site is closed, only
   * returns credit.
   */
  async isOffered(code: string): Promise<boolean> {
    const content = await this.#content.get();
    return content.operator.active && this.#offeredBy(content).some((provider) => provider.code === code);
  }

  /** Stores a balance that a provider reported in another call. */
  balanceHeard(memberId: string, code: string, balance: Minor): Promise<void> {
    return saveBalance(this.#database.queries, memberId, code, balance);
  }

  /** Returns the member's active account at a provider. @throws AppError SLOT_NO_ACCOUNT */
  async account(memberId: string, code: string): Promise<GameAccount> {
    const account = await findGameAccount(this.#database.queries, memberId, code);
    if (!account?.active) throw new AppError('SLOT_NO_ACCOUNT');
    return account;
  }

  /**
   * Returns the user name of the member's active account. The name is cached: it never changes, and an
   * account stays active.
   * @throws AppError SLOT_NO_ACCOUNT
   */
  async username(memberId: string, code: string): Promise<string> {
    const key = `${memberId} ${code}`;
    const known = this.#usernames.get(key);
    if (known !== undefined) return known;
    const { username } = await this.account(memberId, code);
    const [oldest] = this.#usernames.keys();
    if (this.#usernames.size >= MOST_USERNAMES && oldest !== undefined) this.#usernames.delete(oldest);
    this.#usernames.set(key, username);
    return username;
  }

  /**
   * Returns the provider of a code that is on offer.
   * @param whileOff error code for a provider that is on offer but not connected
   * @throws AppError NO_GAME
   */
  async #provider(code: string, whileOff: ErrorCode = 'NO_GAME'): Promise<GameProvider> {
    if (!(await this.isOffered(code))) throw new AppError('NO_GAME');
    const port = this.#providers.get(code);
    if (!port) throw new AppError(whileOff);
    return port;
  }

  async #offered(): Promise<Provider[]> {
    return this.#offeredBy(await this.#content.get());
  }

  /** Filters the providers on offer. One without a connection is on offer, but down. */
  #offeredBy({ providers }: Content): Provider[] {
    return providers.filter(
      ({ code, enabled }) => enabled && (this.#providers.has(code) || this.#off.has(`provider:${code}`)),
    );
  }

  async #refreshBalance(account: GameAccount): Promise<void> {
    const balance = await this.#providers.get(account.provider)?.balance(account.username);
    if (!balance) return;
    this.#health.recordOutcome(account.provider, balance);
    if (balance.outcome === 'done') {
      await saveBalance(this.#database.queries, account.memberId, account.provider, balance.value);
    }
  }

  /** Returns the login form's tokens; null without an answer, so the credentials are shown anyway. */
  async #event(port: GameProvider, code: string, username: string): Promise<Login['event']> {
    if (this.#health.isDown(code)) return null;
    const tokens = await port.formTokens();
    if (tokens.outcome === 'done' && tokens.value === null) return null;
    this.#health.recordOutcome(code, tokens);
    if (tokens.outcome !== 'done') return null;
    const unknownPlayer = UNKNOWN_PLAYER[code];
    if (unknownPlayer) {
      const known = await port.balance(username);
      this.#health.recordOutcome(code, known);
      if (isUnknownPlayer(known)) throw new AppError(unknownPlayer);
    }
    return { ...tokens.value };
  }

  #notLaunched(code: string, launched: Outcome<unknown>): AppError {
    const unknownPlayer = isUnknownPlayer(launched) ? UNKNOWN_PLAYER[code] : undefined;
    return new AppError(unknownPlayer ?? 'NO_GAME', { cause: launched });
  }

  #password(account: GameAccount): string {
    return this.#secrets.unseal(account.sealedPassword, sealContext(account.memberId, account.provider));
  }

  /** Returns the descriptions of the games on offer, cached by content and language. */
  #described(content: Content, language: Language): readonly GameDescription[] {
    const known = this.#descriptions.get(content) ?? new Map<Language, readonly GameDescription[]>();
    this.#descriptions.set(content, known);
    const described =
      known.get(language) ?? this.#offeredBy(content).map((provider) => this.#describe(provider, language));
    known.set(language, described);
    return described;
  }

  /** Adds the games that are not on offer but hold credit of the member by their last reported balance. */
  #withLeft(
    offered: readonly GameDescription[],
    content: Content,
    accounts: readonly GameBalance[],
    language: Language,
  ): readonly GameDescription[] {
    const left = accounts.filter(
      ({ provider, balance, active }) =>
        active && balance > 0n && !offered.some(({ code }) => code === provider),
    );
    if (left.length === 0) return offered;
    const providers = content.providers.filter(({ code }) => left.some(({ provider }) => provider === code));
    return [...offered, ...providers.map((provider) => this.#describe(provider, language))];
  }

  #describe(provider: Provider, language: Language): GameDescription {
    return {
      code: provider.code,
      name: localized(provider.name, language),
      logo: `/content/${provider.logo}`,
      background: `/content/${provider.background}`,
      category: provider.category,
      ...resolveLinks(provider, this.#sandboxUrl),
    };
  }
}

const isUnknownPlayer = (outcome: Outcome<unknown>): boolean =>
  outcome.outcome === 'refused' && outcome.reason === NO_PLAYER_AT_PROVIDER;
