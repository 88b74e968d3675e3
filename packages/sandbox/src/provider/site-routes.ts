import formbody from '@fastify/formbody';
import { toWire } from '@krapao/contract/money';
import { z } from 'zod';
import { HttpError } from '../http/http-error.ts';
import { refuseBadJson } from '../http/json-body.ts';
import type { App } from '../http/types.ts';
import type { PlayerRecord } from '../store/records.ts';
import { GAMES } from './games/games.ts';
import { STAKES, type Dice } from './games/stakes.ts';
import { maintenanceError } from './open-provider.ts';
import type { PageTokens } from './page-tokens.ts';
import type { Players } from './players.ts';
import type { Providers } from './providers.ts';
import type { SiteAccess } from './site-access.ts';
import { doorRoutes } from './site-door.ts';
import { gamePage } from './site-game-page.ts';
import { badLinkPage, goodbyePage, maintenancePage, sendPage, unknownProviderPage } from './site-pages.ts';
import { SiteSessions } from './site-session.ts';

export interface SiteDeps {
  readonly providers: Providers;
  readonly players: Players;
  readonly access: SiteAccess;
  readonly pageTokens: PageTokens;
  readonly publicUrl: () => string;
  readonly dice: Dice;
}

interface SiteGround extends SiteDeps {
  readonly sessions: SiteSessions;
}

const params = z.object({ provider: z.string().max(20) });
const token = z.object({ token: z.string().max(200).catch('') });
const playBody = z.object({ stake: z.literal(STAKES), pick: z.string().max(20).default('') });

const figures = (player: PlayerRecord) => ({
  username: player.username,
  balance: toWire(player.balanceMinor),
  turnover: toWire(player.turnoverMinor),
});

/** The providers' sites: log-in, one-time entries, the game, and the calls of the game's page. */
export function siteRoutes(app: App, deps: SiteDeps): void {
  const ground: SiteGround = { ...deps, sessions: new SiteSessions(deps) };
  app.register(formbody);
  refuseBadJson(app);
  guardSites(app, ground);
  oneTimeRoutes(app, ground);
  gameRoutes(app, ground);
  doorRoutes(app, ground);
}

/** Answers for unknown and closed sites: pages to people, errors to scripts. */
function guardSites(app: App, { providers, players, sessions }: SiteGround): void {
  app.addHook<{ Params: { provider?: string } }>('preValidation', async (request, reply) => {
    const { provider = '' } = request.params;
    if (!providers.find(provider)) return sendPage(reply, 404, unknownProviderPage('th'));
    if (!players.inMaintenance(provider)) return;
    if (request.routeOptions.url?.startsWith('/site/:provider/api/')) throw maintenanceError();
    return sendPage(reply, 503, maintenancePage(sessions.langOf(request, provider)));
  });
}

/**
 * Opens the game once by a token that was handed to the operator: from an address, or from a form of the
 * launch page.
 */
function oneTimeRoutes(app: App, { providers, players, access, sessions }: SiteGround): void {
  app.get('/site/:provider/launch', { schema: { params, querystring: token } }, async (request, reply) => {
    const info = providers.get(request.params.provider);
    const cookie = info.launch === 'html' ? null : access.redeem(info.code, request.query.token);
    const session = cookie === null ? null : access.session(info.code, cookie);
    if (cookie === null || session === null) {
      return sendPage(reply, 410, badLinkPage(sessions.langOf(request, info.code)));
    }
    // Answers with the game itself: after a redirect, a client without cookies would see nothing.
    sessions.carry(reply, info.code, cookie);
    return sendPage(reply, 200, gamePage(info, session.lang, players.get(info.code, session.username)));
  });

  app.post('/site/:provider/enter', { schema: { params, body: token } }, async (request, reply) => {
    const info = providers.get(request.params.provider);
    const cookie = info.launch === 'html' ? access.redeem(info.code, request.body.token) : null;
    if (cookie === null) return sendPage(reply, 410, badLinkPage(sessions.langOf(request, info.code)));
    return sessions.enter(reply, info.code, cookie);
  });
}

function gameRoutes(app: App, { providers, players, sessions, dice }: SiteGround): void {
  app.get('/site/:provider/play', { schema: { params } }, async (request, reply) => {
    const info = providers.get(request.params.provider);
    const session = sessions.find(request, info.code);
    if (!session) return reply.redirect(`/site/${info.code}`, 303);
    return sendPage(reply, 200, gamePage(info, session.lang, players.get(info.code, session.username)));
  });

  app.post('/site/:provider/leave', { schema: { params } }, async (request, reply) => {
    const { provider } = request.params;
    const lang = sessions.langOf(request, provider);
    sessions.end(request, provider);
    return sendPage(reply, 200, goodbyePage(lang));
  });

  app.get('/site/:provider/api/state', { schema: { params } }, async (request) =>
    figures(sessions.player(request, request.params.provider)),
  );

  app.post('/site/:provider/api/play', { schema: { params, body: playBody } }, async (request) => {
    const { code, category } = providers.get(request.params.provider);
    const { username } = sessions.player(request, code);
    const round = GAMES[category](request.body.stake, request.body.pick, dice);
    if (round === null) throw new HttpError(400, 'bad_pick', 'this game has no such pick');
    const after = players.play(code, username, round.bet, round.win);
    return { ...figures(after), win: toWire(round.win), shown: round.shown };
  });
}
