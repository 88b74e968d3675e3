/** The dialect of signed JSON, used by most providers; two of them have their own launch or log-in. */
import { toDecimal } from '@krapao/contract/money';
import { z } from 'zod';
import { amountText, isoTime, password, providerCode, reference, username } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { TransferRecord } from '../store/records.ts';
import { launchPage, launchPolicy } from './html-launch.ts';
import type { Launcher } from './launcher.ts';
import { requireOpenProvider } from './open-provider.ts';
import type { Players } from './players.ts';
import type { Dialect, Providers } from './providers.ts';
import type { SiteAccess } from './site-access.ts';
import { pageSizeText, turnoverCursor } from './turnover-fields.ts';
import type { Turnover } from './turnover.ts';

const DIALECTS: readonly Dialect[] = ['signed-json', 'html-launch', 'page-tokens'];

const codeParams = z.object({ code: providerCode });
const playerParams = z.object({ code: providerCode, username });
const transferParams = z.object({ code: providerCode, reference });
const playerBody = z.object({ username, password });
const transferBody = z.object({
  reference,
  username,
  type: z.enum(['deposit', 'withdraw']),
  amount: amountText,
});
const transfersQuery = z.object({ username, since: isoTime.optional() });
const turnoverQuery = z.object({ after: turnoverCursor, limit: pageSizeText });
const launchBody = z.object({ username, lang: z.enum(['th', 'la', 'en']), password: password.optional() });

/** Returns the answer of a transfer call: always the first result, also for a repeat. */
const transferResult = ({ status, reason, balanceMinor }: TransferRecord) =>
  status === 'refused' || balanceMinor === null
    ? { status, reason }
    : { status, balance: toDecimal(balanceMinor) };

/** A transfer as the look-up and the report show it. */
const transferView = (transfer: TransferRecord) => ({
  reference: transfer.reference,
  status: transfer.status,
  username: transfer.username,
  type: transfer.type,
  amount: toDecimal(transfer.amountMinor),
  at: new Date(transfer.at).toISOString(),
  ...(transfer.reason ? { reason: transfer.reason } : {}),
});

export interface ProviderDeps {
  readonly providers: Providers;
  readonly players: Players;
  readonly access: SiteAccess;
  readonly launcher: Launcher;
  readonly turnover: Turnover;
}

export function signedJsonRoutes(app: App, deps: ProviderDeps): void {
  const { players, access, turnover } = deps;
  requireOpenProvider(app, deps, DIALECTS);
  playerRoutes(app, players);
  transferRoutes(app, players);
  launchRoute(app, deps);

  app.post(
    '/provider/:code/players/:username/logout',
    { schema: { params: playerParams } },
    async ({ params }) => {
      access.signOutPlayer(params.code, params.username);
      return { status: 'done' };
    },
  );

  app.get(
    '/provider/:code/turnover',
    { schema: { params: codeParams, querystring: turnoverQuery } },
    async ({ params, query }) => turnover.page(params.code, query.after, query.limit),
  );

  app.get('/provider/:code/health', { schema: { params: codeParams } }, async () => ({ status: 'up' }));
}

function launchRoute(app: App, { providers, launcher }: ProviderDeps): void {
  app.post(
    '/provider/:code/launch',
    { schema: { params: codeParams, body: launchBody } },
    async ({ params: { code }, body }, reply) => {
      const info = providers.speaking(code, DIALECTS);
      if (info.launch !== 'html') return { url: launcher.url(info, body) };
      const siteUrl = launcher.siteUrl(code);
      const page = launchPage({ siteUrl, token: launcher.token(info, body), lang: body.lang });
      reply.type('text/html; charset=utf-8').header('content-security-policy', launchPolicy(siteUrl));
      return page;
    },
  );
}

function playerRoutes(app: App, players: Players): void {
  app.post(
    '/provider/:code/players',
    { schema: { params: codeParams, body: playerBody } },
    async ({ params, body }) => ({ status: players.create(params.code, body.username, body.password) }),
  );

  app.post(
    '/provider/:code/players/:username/password',
    { schema: { params: playerParams, body: z.object({ password }) } },
    async ({ params, body }) => {
      players.setPassword(params.code, params.username, body.password);
      return { status: 'done' };
    },
  );

  app.get(
    '/provider/:code/players/:username/balance',
    { schema: { params: playerParams } },
    async ({ params }) => ({
      balance: toDecimal(players.get(params.code, params.username).balanceMinor),
    }),
  );

  app.get(
    '/provider/:code/players/:username/turnover',
    { schema: { params: playerParams } },
    async ({ params }) => {
      const player = players.get(params.code, params.username);
      return {
        turnover: toDecimal(player.turnoverMinor),
        winLoss: toDecimal(player.winLossMinor),
        rounds: player.rounds,
      };
    },
  );
}

function transferRoutes(app: App, players: Players): void {
  app.post(
    '/provider/:code/transfers',
    { schema: { params: codeParams, body: transferBody } },
    async ({ params, body }) => transferResult(players.transfer(params.code, body)),
  );

  app.get(
    '/provider/:code/transfers/:reference',
    { schema: { params: transferParams } },
    async ({ params }) => transferView(players.findTransfer(params.code, params.reference)),
  );

  app.get(
    '/provider/:code/transfers',
    { schema: { params: codeParams, querystring: transfersQuery } },
    async ({ params, query: { username: name, since = 0 } }) => ({
      transfers: players
        .transfersOf(params.code, name)
        .filter(({ at }) => at >= since)
        .map(transferView),
    }),
  );
}
