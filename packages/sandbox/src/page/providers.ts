/** The game providers as shown on the page: their players and balances. */
import { minor, toWire, ZERO, type Minor } from '@krapao/contract/money';
import { playerView, transferView } from '../provider/control.ts';
import type { Players } from '../provider/players.ts';
import type { Providers } from '../provider/providers.ts';
import type { PlayerRecord, TransferRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

const MAX_PLAYERS = 10;
const MAX_TRANSFERS = 6;

const keyOf = ({ provider, username }: { provider: string; username: string }): string =>
  `${provider}/${username}`;

const total = (players: readonly PlayerRecord[], amountOf: (player: PlayerRecord) => Minor): number =>
  toWire(players.reduce((sum, player) => minor(sum + amountOf(player)), ZERO));

/** Returns the last transfers of each of these players, newest first, in one pass over all transfers. */
function lastTransfers(store: Store, shown: readonly PlayerRecord[]): Map<string, TransferRecord[]> {
  const lists = new Map(shown.map((player): [string, TransferRecord[]] => [keyOf(player), []]));
  for (const transfer of store.list('transfers').reverse()) {
    const list = lists.get(keyOf(transfer));
    if (list && list.length < MAX_TRANSFERS) list.push(transfer);
  }
  return lists;
}

/** Returns every provider with its totals in baht and its newest players. */
export function providerCards(store: Store, providers: Providers, players: Players) {
  const everybody = store.list('players').reverse();
  const byProvider = groups(everybody);
  const shown = [...byProvider.values()].flatMap((list) => list.slice(0, MAX_PLAYERS));
  const transfers = lastTransfers(store, shown);
  return providers.list().map(({ code, name, category, dialect, launch }) => {
    const theirs = byProvider.get(code) ?? [];
    return {
      code,
      name,
      category,
      dialect,
      launch,
      maintenance: players.inMaintenance(code),
      playerCount: theirs.length,
      credit: total(theirs, ({ balanceMinor }) => balanceMinor),
      turnover: total(theirs, ({ turnoverMinor }) => turnoverMinor),
      players: theirs.slice(0, MAX_PLAYERS).map((player) => ({
        ...playerView(player),
        transfers: (transfers.get(keyOf(player)) ?? []).map(transferView),
      })),
    };
  });
}

function groups(players: readonly PlayerRecord[]): Map<string, PlayerRecord[]> {
  const byProvider = new Map<string, PlayerRecord[]>();
  for (const player of players) {
    const list = byProvider.get(player.provider);
    if (list) list.push(player);
    else byProvider.set(player.provider, [player]);
  }
  return byProvider;
}
