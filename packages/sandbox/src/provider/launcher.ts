/** Opens a provider's site for a player at the operator's request, in any dialect. */
import { HttpError } from '../http/http-error.ts';
import type { Lang } from '../store/records.ts';
import type { Players } from './players.ts';
import type { ProviderInfo } from './providers.ts';
import type { SiteAccess } from './site-access.ts';

export interface LaunchRequest {
  readonly username: string;
  readonly lang: Lang;
  /** Required by the providers that launch with a password; others ignore it. */
  readonly password?: string | undefined;
}

export interface LauncherDeps {
  readonly players: Players;
  readonly access: SiteAccess;
  /** Address of this sandbox for a player's browser, without a trailing slash. */
  readonly publicUrl: () => string;
}

export class Launcher {
  readonly #deps: LauncherDeps;

  constructor(deps: LauncherDeps) {
    this.#deps = deps;
  }

  /**
   * @returns the token of one visit, valid for a minute.
   * @throws HttpError 404 `no_launch` where players log in by themselves; 404 `no_player`;
   *   401 `wrong_password` where the password is checked.
   */
  token({ code, launch }: ProviderInfo, { username, lang, password }: LaunchRequest): string {
    if (launch !== 'url' && launch !== 'url-with-password' && launch !== 'html') {
      throw new HttpError(404, 'no_launch', 'players of this provider get in at its site');
    }
    const player = this.#deps.players.get(code, username);
    if (launch === 'url-with-password' && !this.#deps.players.hasPassword(player, password ?? '')) {
      throw new HttpError(401, 'wrong_password', 'this is not the password of the player');
    }
    return this.#deps.access.launch(code, username, lang);
  }

  /** @returns an address that opens the game once. @throws like {@link token}. */
  url(info: ProviderInfo, request: LaunchRequest): string {
    return `${this.siteUrl(info.code)}/launch?token=${this.token(info, request)}`;
  }

  /** Returns the address of a provider's site, without a trailing slash. */
  siteUrl(code: string): string {
    return `${this.#deps.publicUrl()}/site/${code}`;
  }
}
