import type { Minor } from '@krapao/contract/money';
import { ZERO } from '@krapao/contract/money';
import { localized } from '../../content/fields.ts';
import type { Provider } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Language } from '../../http/language.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newGamePassword, newPlayerSuffix } from '../../kernel/ids.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import type { GameProvider } from '../../ports/game-provider.ts';
import { sealContext, type GameAccount, type GameAccountRepo } from './repo.ts';

/** A provider's game account as home shows it; amounts in minor units. */
export interface GameView {
  code: string;
  name: string;
  logo: string;
  background: string;
  category: Provider['category'];
  isActive: boolean;
  amount: Minor;
  web: string;
  android: string;
  ios: string;
  isDown: boolean;
}

/** Game accounts: opening them, showing them, launching their games. Moving credit is the transfer module's. */
export class GameService {
  readonly #repo: GameAccountRepo;
  readonly #content: ContentStore;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #secrets: Secrets;
  /** Providers whose last answer was none. */
  readonly #down = new Set<string>();

  constructor(parts: {
    repo: GameAccountRepo;
    content: ContentStore;
    providers: ReadonlyMap<string, GameProvider>;
    secrets: Secrets;
  }) {
    this.#repo = parts.repo;
    this.#content = parts.content;
    this.#providers = parts.providers;
    this.#secrets = parts.secrets;
  }

  /** Every provider on offer with the member's account there, balances as last heard. */
  async list(memberId: string, language: Language): Promise<GameView[]> {
    const [offered, accounts] = await Promise.all([this.#offered(), this.#repo.list(memberId)]);
    return offered.map((provider) =>
      this.#view(
        provider,
        accounts.find((account) => account.provider === provider.code),
        language,
      ),
    );
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
    const port = await this.#provider(code);
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
    this.#heard(code, created.outcome);
    if (created.outcome !== 'done') throw new AppError('SLOT_ACTIVATE_FAIL', { cause: created });
    await this.#repo.activate(member.id, code);
  }

  /** @throws AppError NO_GAME, SLOT_NO_ACCOUNT */
  async credentials(member: Member, code: string): Promise<{ username: string; password: string }> {
    await this.#provider(code);
    const account = await this.account(member.id, code);
    return { username: account.username, password: this.#password(account) };
  }

  /** @throws AppError NO_GAME, SLOT_NO_ACCOUNT, REQUEST_LIMIT_1MIN, SLOT_RESET_PASSWORD_FAIL */
  async resetPassword(member: Member, code: string): Promise<void> {
    const port = await this.#provider(code);
    const account = await this.account(member.id, code);
    if (!(await this.#repo.claimPasswordReset(member.id, code))) throw new AppError('REQUEST_LIMIT_1MIN');
    const password = newGamePassword();
    const reset = await port.setPassword({ username: account.username, password });
    this.#heard(code, reset.outcome);
    if (reset.outcome !== 'done') throw new AppError('SLOT_RESET_PASSWORD_FAIL', { cause: reset });
    await this.#repo.savePassword(
      member.id,
      code,
      this.#secrets.seal(password, sealContext(member.id, code)),
    );
  }

  /**
   * An address that opens the provider's games for the member.
   * @param username must be the member's own there
   * @throws AppError NO_GAME, SLOT_NO_ACCOUNT, also when the user name is somebody else's
   */
  async launch(member: Member, code: string, username: string, language: Language): Promise<string> {
    const port = await this.#provider(code);
    const account = await this.account(member.id, code);
    if (account.username !== username) throw new AppError('SLOT_NO_ACCOUNT');
    const launched = await port.launch({ username, language });
    this.#heard(code, launched.outcome);
    if (launched.outcome !== 'done') throw new AppError('NO_GAME', { cause: launched });
    return launched.value;
  }

  /** The member's accounts that providers know, on offer still or not: credit may be left there. */
  async activeAccounts(memberId: string): Promise<GameAccount[]> {
    const accounts = await this.#repo.list(memberId);
    return accounts.filter((account) => account.active && this.#providers.has(account.provider));
  }

  /** Keeps the balance a provider told while it did something else. */
  balanceHeard(memberId: string, code: string, balance: Minor): Promise<void> {
    this.#heard(code, 'done');
    return this.#repo.saveBalance(memberId, code, balance);
  }

  /** The member's active account at a provider. @throws AppError SLOT_NO_ACCOUNT */
  async account(memberId: string, code: string): Promise<GameAccount> {
    const account = await this.#repo.find(memberId, code);
    if (!account?.active) throw new AppError('SLOT_NO_ACCOUNT');
    return account;
  }

  /** The provider behind a code that is on offer. @throws AppError NO_GAME */
  async #provider(code: string): Promise<GameProvider> {
    const offered = await this.#offered();
    const port = this.#providers.get(code);
    if (!port || !offered.some((provider) => provider.code === code)) throw new AppError('NO_GAME');
    return port;
  }

  async #offered(): Promise<Provider[]> {
    const { providers } = await this.#content.get();
    return providers.filter((provider) => provider.enabled && this.#providers.has(provider.code));
  }

  async #refreshBalance(account: GameAccount): Promise<void> {
    const balance = await this.#providers.get(account.provider)?.balance(account.username);
    if (!balance) return;
    this.#heard(account.provider, balance.outcome);
    if (balance.outcome === 'done') {
      await this.#repo.saveBalance(account.memberId, account.provider, balance.value);
    }
  }

  #heard(code: string, outcome: 'done' | 'refused' | 'unknown'): void {
    if (outcome === 'unknown') this.#down.add(code);
    else this.#down.delete(code);
  }

  #password(account: GameAccount): string {
    return this.#secrets.open(account.sealedPassword, sealContext(account.memberId, account.provider));
  }

  #view(provider: Provider, account: GameAccount | undefined, language: Language): GameView {
    return {
      code: provider.code,
      name: localized(provider.name, language),
      logo: `/content/${provider.logo}`,
      background: `/content/${provider.background}`,
      category: provider.category,
      isActive: account?.active ?? false,
      amount: account?.balance ?? ZERO,
      web: provider.web,
      android: provider.android,
      ios: provider.ios,
      isDown: this.#down.has(provider.code),
    };
  }
}
