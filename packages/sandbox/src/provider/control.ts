import { toWire } from '@krapao/contract/money';
import { z } from 'zod';
import { baht, providerCode, username } from '../http/fields.ts';
import { notFound } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { PlayerRecord, TransferRecord } from '../store/records.ts';
import type { Players } from './players.ts';
import { providerInfo } from './providers.ts';

const MAX_ROUNDS = 10_000;

const playBody = z.object({
  provider: providerCode,
  username,
  bet: baht,
  win: baht,
  rounds: z.int().min(1).max(MAX_ROUNDS).default(1),
});

/** A player as the control calls and the page show it; amounts in baht. */
export const playerView = (player: PlayerRecord) => ({
  provider: player.provider,
  username: player.username,
  balance: toWire(player.balanceMinor),
  turnover: toWire(player.turnoverMinor),
  winLoss: toWire(player.winLossMinor),
  rounds: player.rounds,
});

/** A transfer as the control calls and the page show it; the amount in baht. */
export const transferView = (transfer: TransferRecord) => ({
  reference: transfer.reference,
  type: transfer.type,
  amount: toWire(transfer.amountMinor),
  status: transfer.status,
  reason: transfer.reason,
  at: new Date(transfer.at).toISOString(),
});

function requireProvider(code: string): void {
  if (!providerInfo(code)) throw notFound('no such provider');
}

const maintenanceBody = z.object({ provider: providerCode, on: z.boolean() });

/** Control: plays without a browser, reads a player, and closes a provider for maintenance. */
export function providerControlRoutes(app: App, players: Players): void {
  app.post('/control/play', { schema: { body: playBody } }, async ({ body }) => {
    requireProvider(body.provider);
    return playerView(players.play(body.provider, body.username, body.bet, body.win, body.rounds));
  });

  app.get(
    '/control/provider/:provider/players/:username',
    { schema: { params: z.object({ provider: providerCode, username }) } },
    async ({ params: { provider, username: name } }) => {
      requireProvider(provider);
      const player = players.get(provider, name);
      return { ...playerView(player), transfers: players.transfersOf(provider, name).map(transferView) };
    },
  );

  const setMaintenance = (provider: string, on: boolean) => {
    requireProvider(provider);
    players.setMaintenance(provider, on);
    return { provider, maintenance: players.inMaintenance(provider) };
  };

  app.post('/control/maintenance', { schema: { body: maintenanceBody } }, async ({ body }) =>
    setMaintenance(body.provider, body.on),
  );

  app.post(
    '/control/provider/:provider/maintenance',
    { schema: { params: z.object({ provider: providerCode }), body: z.object({ on: z.boolean() }) } },
    async ({ params, body }) => setMaintenance(params.provider, body.on),
  );
}
