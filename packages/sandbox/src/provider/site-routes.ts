import formbody from '@fastify/formbody';
import { toWire } from '@krapao/contract/money';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../http/http-error.ts';
import { refuseBadJson } from '../http/json-body.ts';
import type { App } from '../http/types.ts';
import type { Lang, PlayerRecord, SiteSessionRecord } from '../store/records.ts';
import type { Players } from './players.ts';
import { providerInfo, type ProviderInfo } from './providers.ts';
import { SESSION_VALID_MS, type SiteAccess } from './site-access.ts';
import { badLinkPage, gamePage, goodbyePage, signInPage, unknownProviderPage } from './site-pages.ts';
import { spin, STAKES } from './slot-game.ts';

export interface SiteDeps {
  readonly players: Players;
  readonly access: SiteAccess;
  readonly publicUrl: () => string;
  /** A whole number from 0 up to but without `sides`. */
  readonly dice: (sides: number) => number;
}

/** Whatever else comes as a language is Thai. */
const lang = z.enum(['th', 'la', 'en']).catch('th');
const params = z.object({ provider: z.string().max(20) });
const launchQuery = z.object({ token: z.string().max(200).catch('') });
const langQuery = z.object({ lang });
const loginBody = z.object({ username: z.string().max(100), password: z.string().max(100), lang });
const spinBody = z.object({ stake: z.literal(STAKES) });

const cookieName = (provider: string): string => `krapao_site_${provider}`;

function cookieOf(request: FastifyRequest, provider: string): string {
  const wanted = `${cookieName(provider)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) ?? '';
}

const figures = (player: PlayerRecord) => ({
  username: player.username,
  balance: toWire(player.balanceMinor),
  turnover: toWire(player.turnoverMinor),
});

/** A provider's site: the door, the one-time link, the game, and what the game's page calls. */
export class ProviderSite {
  readonly #deps: SiteDeps;

  constructor(deps: SiteDeps) {
    this.#deps = deps;
  }

  routes(app: App): void {
    app.register(formbody);
    refuseBadJson(app);
    app.addHook<{ Params: { provider?: string } }>('preHandler', async (request, reply) => {
      if (!providerInfo(request.params.provider ?? ''))
        return sendPage(reply, 404, unknownProviderPage('th'));
    });
    this.#pages(app);
    this.#door(app);
    this.#api(app);
  }

  #pages(app: App): void {
    app.get(
      '/site/:provider/launch',
      { schema: { params, querystring: launchQuery } },
      async (request, reply) => {
        const { provider } = request.params;
        const cookie = this.#deps.access.redeem(provider, request.query.token);
        if (cookie === null) return sendPage(reply, 410, badLinkPage(this.#langOf(request, provider)));
        const session = this.#deps.access.session(provider, cookie);
        if (!session) throw new HttpError(410, 'signed_out', 'open the game again from the wallet');
        // Answered with the game itself: a redirect would show nothing to a client without cookies.
        this.#setCookie(reply, provider, cookie);
        const player = this.#deps.players.get(provider, session.username);
        return sendPage(reply, 200, gamePage(infoOf(provider), session.lang, player));
      },
    );

    app.get('/site/:provider/play', { schema: { params } }, async (request, reply) => {
      const { provider } = request.params;
      const session = this.#session(request, provider);
      if (!session) return reply.redirect(`/site/${provider}`, 303);
      const player = this.#deps.players.get(provider, session.username);
      return sendPage(reply, 200, gamePage(infoOf(provider), session.lang, player));
    });

    app.post('/site/:provider/leave', { schema: { params } }, async (request, reply) => {
      const { provider } = request.params;
      const session = this.#session(request, provider);
      if (session) this.#deps.access.signOut(cookieOf(request, provider));
      return sendPage(reply, 200, goodbyePage(session?.lang ?? 'th'));
    });
  }

  #door(app: App): void {
    app.get('/site/:provider', { schema: { params, querystring: langQuery } }, async (request, reply) => {
      const { provider } = request.params;
      if (this.#session(request, provider)) return reply.redirect(`/site/${provider}/play`, 303);
      return sendPage(reply, 200, signInPage(infoOf(provider), request.query.lang, '', false));
    });

    app.post('/site/:provider/login', { schema: { params, body: loginBody } }, async (request, reply) => {
      const { provider } = request.params;
      const { username, password, lang: chosen } = request.body;
      const player = this.#deps.players.find(provider, username);
      if (!player || !this.#deps.players.hasPassword(player, password)) {
        return sendPage(reply, 401, signInPage(infoOf(provider), chosen, username, true));
      }
      return this.#enter(reply, provider, this.#deps.access.signIn(provider, username, chosen));
    });
  }

  #api(app: App): void {
    app.get('/site/:provider/api/state', { schema: { params } }, async (request) =>
      figures(this.#player(request, request.params.provider)),
    );

    app.post('/site/:provider/api/spin', { schema: { params, body: spinBody } }, async (request) => {
      const { provider } = request.params;
      const { username } = this.#player(request, provider);
      const { stops, multiple, bet, win } = spin(request.body.stake, this.#deps.dice);
      const after = this.#deps.players.play(provider, username, bet, win);
      return { ...figures(after), stops, multiple, win: toWire(win) };
    });
  }

  #session(request: FastifyRequest, provider: string): SiteSessionRecord | null {
    return this.#deps.access.session(provider, cookieOf(request, provider));
  }

  #langOf(request: FastifyRequest, provider: string): Lang {
    return this.#session(request, provider)?.lang ?? 'th';
  }

  #player(request: FastifyRequest, provider: string): PlayerRecord {
    const session = this.#session(request, provider);
    if (!session) throw new HttpError(401, 'signed_out', 'open the game again from the wallet');
    return this.#deps.players.get(provider, session.username);
  }

  #enter(reply: FastifyReply, provider: string, cookie: string): FastifyReply {
    this.#setCookie(reply, provider, cookie);
    return reply.redirect(`/site/${provider}/play`, 303);
  }

  #setCookie(reply: FastifyReply, provider: string, cookie: string): void {
    const secure = this.#deps.publicUrl().startsWith('https:') ? '; Secure' : '';
    const scope = `Path=/site/${provider}; HttpOnly; SameSite=Lax; Max-Age=${SESSION_VALID_MS / 1000}${secure}`;
    reply.header('set-cookie', `${cookieName(provider)}=${cookie}; ${scope}`);
  }
}

/** The hook of the scope has seen to it that there is one. */
function infoOf(code: string): ProviderInfo {
  const info = providerInfo(code);
  if (!info) throw new HttpError(404, 'no_provider');
  return info;
}

const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);
