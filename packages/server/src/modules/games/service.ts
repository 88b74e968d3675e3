import type { ErrorCode } from '@krapao/contract/errors';
import { ZERO, type Minor } from '@krapao/contract/money';
import { localized } from '../../content/fields.ts';
import { resolveLinks, siteOrigin } from '../../content/provider-links.ts';
import type { Content, Provider } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Language } from '../../http/language.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newGamePassword, newPlayerSuffix } from '../../kernel/ids.ts';
import { sameText, type Secrets } from '../../kernel/secrets.ts';
import { NO_PLAYER_AT_PROVIDER, type GameProvider } from '../../ports/game-provider.ts';
import type { Outcome } from '../../ports/outcome.ts';
import type { PartsOff } from '../../ports/part.ts';
import type { ProviderHealth } from './health.ts';
import type { LaunchPages } from './launch-pages.ts';
import { sealContext, type GameAccount, type GameAccountRepo } from './repo.ts';

/** What a member's account at a provider held when that was last asked. */
export type GameBalance = Pick<GameAccount, 'provider' | 'balance' | 'active'>;

/** A provider's games as every member sees them. */
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

/** How a member stands at a provider, and it with us. */
export interface GameStanding {
  isActive: boolean;
  /** Minor units. */
  amount: Minor;
  isDown: boolean;
}

/** The games on offer as home shows them to one member. */
export interface GamesView {
  /** The same list for everybody, until there is other content. */
  games: readonly GameDescription[];
  /** One for each of them; undefined where the member has no account and nothing is the matter. */
  standings: readonly (GameStanding | undefined)[];
}

/** What opens a provider's games by hand. */
export interface Login {
  username: string;
  password: string;
  /** The tokens of the provider's log-in form; null where it wants none, and where it does not say. */
  event: Record<string, string> | null;
}

export interface LaunchRequest {
  username: string;
  /** Where the path of the call holds it. */
  password?: string;
  language: Language;
}

/** How a launch is opened by a browser: an address outside, or one of ours, beneath our own origin. */
export type Entrance = { url: string } | { path: string };

/** Whose user names a process remembers at a time; of more than so many, whoever came first is forgotten. */
const MOST_USERNAMES = 50_000;

/** Providers whose own code says that they do not know a player. */
const UNKNOWN_PLAYER: Readonly<Record<string, ErrorCode>> = {
  AREASLOT: 'NOT_AREASLOT',
  UFABET: 'NOT_UFABET',
};

/** Game accounts: opening them, showing them, launching their games. Moving credit is the transfer module's. */
export class GameService {
  readonly #repo: GameAccountRepo;
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
    repo: GameAccountRepo;
    content: ContentStore;
    providers: ReadonlyMap<string, GameProvider>;
    off: PartsOff;
    secrets: Secrets;
    health: ProviderHealth;
    pages: LaunchPages;
    /** Where browsers reach the sandbox, for the links of providers that it plays. */
    sandboxUrl: string | undefined;
  }) {
    this.#repo = parts.repo;
    this.#content = parts.content;
    this.#providers = parts.providers;
    this.#off = parts.off;
    this.#secrets = parts.secrets;
    this.#health = parts.health;
    this.#pages = parts.pages;
    this.#sandboxUrl = parts.sandboxUrl;
  }

  /**
   * Every provider on offer with the member's account there, balances as last heard; and those that are switched off
   * and still hold credit of the member's.
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

  /** Asks every provider where the member has an account for the balance, and keeps what it says. */
  async refreshBalances(memberId: string): Promise<void> {
    const accounts = (await this.#repo.list(memberId)).filter((account) => account.active);
    await Promise.all(accounts.map((account) => this.#refreshBalance(account)));
  }

  /**
   * Opens an account at a provider. Safe to repeat: user name and password are kept before the provider
   * hears of them, and a provider that knows the player already has done what was asked.
   * @throws AppError NO_GAME, SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL
   */
  async activate(member: Member, code: string): Promise<void> {
    const port = await this.#provider(code, 'SLOT_ACTIVATE_FAIL');
    const account = await this.#repo.ensure({
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
    this.#health.heard(code, created);
    if (created.outcome !== 'done') throw new AppError('SLOT_ACTIVATE_FAIL', { cause: created });
    await this.#repo.activate(member.id, code);
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
    if (!(await this.#repo.claimPasswordReset(member.id, code))) throw new AppError('REQUEST_LIMIT_1MIN');
    const password = newGamePassword();
    const reset = await port.setPassword({ username: account.username, password });
    this.#health.heard(code, reset);
    if (reset.outcome !== 'done') throw new AppError('SLOT_RESET_PASSWORD_FAIL', { cause: reset });
    await this.#repo.savePassword(
      member.id,
      code,
      this.#secrets.seal(password, sealContext(member.id, code)),
    );
  }

  /**
   * Opens the provider's games for the member, once.
   * @param asked user name, and password if given, must be the member's own there
   * @throws AppError NO_GAME, SLOT_NO_ACCOUNT, also when a credential is somebody else's; NOT_AREASLOT when
   *   AREASLOT does not know the player
   */
  async launch(member: Member, code: string, asked: LaunchRequest): Promise<Entrance> {
    const port = await this.#provider(code);
    const account = await this.account(member.id, code);
    const { username } = account;
    const password = this.#password(account);
    // Both are compared, whatever the first says: the time taken is not to tell which one is wrong.
    const isOwn = [
      sameText(asked.username, username),
      asked.password === undefined || sameText(asked.password, password),
    ];
    if (isOwn.includes(false)) throw new AppError('SLOT_NO_ACCOUNT');
    const launched = await port.launch({ username, password, language: asked.language });
    this.#health.heard(code, launched);
    if (launched.outcome !== 'done') throw this.#notLaunched(code, launched);
    if (launched.value.kind === 'url') return { url: launched.value.url };
    const path = await this.#pages.keep(code, launched.value.html);
    if (path === undefined) throw new AppError('NO_GAME', { cause: 'the page is too long' });
    return { path };
  }

  /**
   * The page behind an address of ours that opens a game: to be had once, and not for long.
   * @returns the page and the site it may post to; undefined when there is none (any more)
   */
  async takeLaunchPage(token: string): Promise<{ html: string; site: string | undefined } | undefined> {
    const page = await this.#pages.take(token);
    if (!page) return undefined;
    const provider = (await this.#offered()).find(({ code }) => code === page.provider);
    return provider && { html: page.html, site: siteOrigin(provider, this.#sandboxUrl) };
  }

  /** The member's accounts that providers know, on offer still or not, connected or not: credit may be left there. */
  async activeAccounts(memberId: string): Promise<GameAccount[]> {
    return (await this.#repo.list(memberId)).filter((account) => account.active);
  }

  /** Whether members may begin anything at a provider. One that is switched off, or any while the site is closed, only
   * gives back what it holds. */
  async isOffered(code: string): Promise<boolean> {
    const content = await this.#content.get();
    return content.operator.active && this.#offeredBy(content).some((provider) => provider.code === code);
  }

  /** Keeps the balance a provider told while it did something else. */
  balanceHeard(memberId: string, code: string, balance: Minor): Promise<void> {
    return this.#repo.saveBalance(memberId, code, balance);
  }

  /** The member's active account at a provider. @throws AppError SLOT_NO_ACCOUNT */
  async account(memberId: string, code: string): Promise<GameAccount> {
    const account = await this.#repo.find(memberId, code);
    if (!account?.active) throw new AppError('SLOT_NO_ACCOUNT');
    return account;
  }

  /**
   * The user name of the member's active account. It never changes, nor does an account cease to be active: it is
   * asked for once.
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
   * The provider behind a code that is on offer.
   * @param whileOff what is said of a provider that is on offer and not connected
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

  /** One that is switched off for want of a connection is on offer, and down. */
  #offeredBy({ providers }: Content): Provider[] {
    return providers.filter(
      ({ code, enabled }) => enabled && (this.#providers.has(code) || this.#off.has(`provider:${code}`)),
    );
  }

  async #refreshBalance(account: GameAccount): Promise<void> {
    const balance = await this.#providers.get(account.provider)?.balance(account.username);
    if (!balance) return;
    this.#health.heard(account.provider, balance);
    if (balance.outcome === 'done') {
      await this.#repo.saveBalance(account.memberId, account.provider, balance.value);
    }
  }

  /** The log-in form's tokens. A provider that says nothing keeps nobody from their user name and password. */
  async #event(port: GameProvider, code: string, username: string): Promise<Login['event']> {
    if (this.#health.isDown(code)) return null;
    const tokens = await port.formTokens();
    if (tokens.outcome === 'done' && tokens.value === null) return null;
    this.#health.heard(code, tokens);
    if (tokens.outcome !== 'done') return null;
    const unknownPlayer = UNKNOWN_PLAYER[code];
    if (unknownPlayer) {
      const known = await port.balance(username);
      this.#health.heard(code, known);
      if (isUnknownPlayer(known)) throw new AppError(unknownPlayer);
    }
    return { ...tokens.value };
  }

  #notLaunched(code: string, launched: Outcome<unknown>): AppError {
    const unknownPlayer = isUnknownPlayer(launched) ? UNKNOWN_PLAYER[code] : undefined;
    return new AppError(unknownPlayer ?? 'NO_GAME', { cause: launched });
  }

  #password(account: GameAccount): string {
    return this.#secrets.open(account.sealedPassword, sealContext(account.memberId, account.provider));
  }

  /** What of every home's games the content says; worked out once for each content and language. */
  #described(content: Content, language: Language): readonly GameDescription[] {
    const known = this.#descriptions.get(content) ?? new Map<Language, readonly GameDescription[]>();
    this.#descriptions.set(content, known);
    const described =
      known.get(language) ?? this.#offeredBy(content).map((provider) => this.#describe(provider, language));
    known.set(language, described);
    return described;
  }

  /** Adds the games that are not on offer and hold credit of the member's, by what they said last. */
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
