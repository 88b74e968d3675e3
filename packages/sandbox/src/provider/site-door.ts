/** Log-in of a provider's site, for players with a name and password, typed or posted. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { providerCode } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { Lang } from '../store/records.ts';
import { operatorName } from './dialects/full-names.ts';
import { maintenanceError } from './open-provider.ts';
import type { PageTokens } from './page-tokens.ts';
import type { Players } from './players.ts';
import type { ProviderInfo, Providers } from './providers.ts';
import type { SiteAccess } from './site-access.ts';
import { signInPage, type SignInProblem } from './site-door-page.ts';
import { sendPage } from './site-pages.ts';
import type { SiteSessions } from './site-session.ts';

export interface DoorDeps {
  readonly providers: Providers;
  readonly players: Players;
  readonly access: SiteAccess;
  readonly sessions: SiteSessions;
  readonly pageTokens: PageTokens;
}

/** Any unknown language becomes Thai. */
const lang = z.enum(['th', 'la', 'en']).catch('th');
const params = z.object({ provider: z.string().max(20) });
const langQuery = z.object({ lang });
const text = z.string().max(100).catch('');
/** The tokens of a page stay unparsed: only one kind of log-in reads them. */
const loginBody = z.looseObject({ username: text, password: text, lang });

interface Knock {
  readonly lang: Lang;
  readonly username?: string;
  readonly problem?: SignInProblem;
}

export function doorRoutes(app: App, deps: DoorDeps): void {
  const { providers, players, access, sessions, pageTokens } = deps;

  for (const path of ['/site/:provider', '/site/:provider/login']) {
    app.get(path, { schema: { params, querystring: langQuery } }, async (request, reply) => {
      const { provider } = request.params;
      if (sessions.find(request, provider)) return reply.redirect(`/site/${provider}/play`, 303);
      return sendDoor(reply, 200, providers.get(provider), pageTokens, request.query);
    });
  }

  app.post(
    '/site/:provider/login',
    { schema: { params, body: loginBody } },
    async ({ params, body }, reply) => {
      const info = providers.get(params.provider);
      const { username, password, lang: chosen } = body;
      const again = (status: number, problem: SignInProblem): FastifyReply =>
        sendDoor(reply, status, info, pageTokens, { lang: chosen, username, problem });
      // An expired page is not the player's failure: it is shown again, ready to be sent.
      if (info.launch === 'token-form' && !pageTokens.redeem(info.code, body)) return again(200, 'stale');
      const player =
        players.find(info.code, username) ?? players.find(info.code, operatorName(info.dialect, username));
      if (!player || !players.hasPassword(player, password)) return again(401, 'wrong');
      return sessions.enter(reply, info.code, access.signIn(info.code, player.username, chosen));
    },
  );
}

/** Serves the log-in page with its tokens to programs, beside the provider's other calls. */
export function loginPageRoute(
  app: App,
  { providers, players, pageTokens }: Pick<DoorDeps, 'providers' | 'players' | 'pageTokens'>,
): void {
  app.get(
    '/provider/:code/login',
    { schema: { params: z.object({ code: providerCode }) } },
    async ({ params: { code } }, reply) => {
      const info = providers.speaking(code, ['page-tokens']);
      if (players.inMaintenance(code)) throw maintenanceError();
      reply.type('text/html; charset=utf-8');
      return doorPage(info, pageTokens, { lang: 'th' });
    },
  );
}

const doorPage = (info: ProviderInfo, pageTokens: PageTokens, { lang: chosen, username, problem }: Knock) =>
  signInPage(info, {
    lang: chosen,
    username: username ?? '',
    problem: problem ?? null,
    tokens: info.launch === 'token-form' ? pageTokens.issue(info.code) : {},
  });

const sendDoor = (
  reply: FastifyReply,
  status: number,
  info: ProviderInfo,
  pageTokens: PageTokens,
  knock: Knock,
): FastifyReply => sendPage(reply, status, doorPage(info, pageTokens, knock));
