/** A player's session at a provider's site, as the browser carries it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http/http-error.ts';
import type { Lang, PlayerRecord, SiteSessionRecord } from '../store/records.ts';
import type { Players } from './players.ts';
import { SESSION_VALID_MS, type SiteAccess } from './site-access.ts';

const cookieName = (provider: string): string => `krapao_site_${provider}`;

function cookieOf(request: FastifyRequest, provider: string): string {
  const wanted = `${cookieName(provider)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) ?? '';
}

export interface SiteSessionDeps {
  readonly players: Players;
  readonly access: SiteAccess;
  readonly publicUrl: () => string;
}

export class SiteSessions {
  readonly #deps: SiteSessionDeps;

  constructor(deps: SiteSessionDeps) {
    this.#deps = deps;
  }

  find(request: FastifyRequest, provider: string): SiteSessionRecord | null {
    return this.#deps.access.session(provider, cookieOf(request, provider));
  }

  langOf(request: FastifyRequest, provider: string): Lang {
    return this.find(request, provider)?.lang ?? 'th';
  }

  /** @throws HttpError 401 `signed_out` */
  player(request: FastifyRequest, provider: string): PlayerRecord {
    const session = this.find(request, provider);
    if (!session) throw new HttpError(401, 'signed_out', 'open the game again from the wallet');
    return this.#deps.players.get(provider, session.username);
  }

  end(request: FastifyRequest, provider: string): void {
    if (this.find(request, provider)) this.#deps.access.signOut(cookieOf(request, provider));
  }

  /** Sets a session's cookie in the browser and redirects it to the game. */
  enter(reply: FastifyReply, provider: string, cookie: string): FastifyReply {
    this.carry(reply, provider, cookie);
    return reply.redirect(`/site/${provider}/play`, 303);
  }

  /** Sets a session's cookie in the browser. */
  carry(reply: FastifyReply, provider: string, cookie: string): void {
    const secure = this.#deps.publicUrl().startsWith('https:') ? '; Secure' : '';
    const scope = `Path=/site/${provider}; HttpOnly; SameSite=Lax; Max-Age=${SESSION_VALID_MS / 1000}${secure}`;
    reply.header('set-cookie', `${cookieName(provider)}=${cookie}; ${scope}`);
  }
}
