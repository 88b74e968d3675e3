import { toDecimal, minor } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done } from '../../../ports/outcome.ts';
import { requiredValue, type ServiceOptions, type ServiceSettings } from '../service/options.ts';
import { localTime, NO_LIST, transformed } from '../service/replies.ts';
import { cursorAfter, windowOf } from '../service/window.ts';
import { JokerClient } from './client.ts';
import {
  JOKER_OFFSET_HOURS,
  toCredit,
  toCreated,
  toDone,
  toLaunched,
  toLookedUp,
  toReport,
  toTransferred,
} from './replies.ts';

export const settings: ServiceSettings = { required: ['APP_ID', 'GAME_URL'] };

/** Languages of the lobby; it has no Lao. */
const LANGUAGES: Readonly<Record<string, string>> = { th: 'th', en: 'en' };

const HOUR_MS = 3_600_000;
const REPORT = { firstMs: 24 * HOUR_MS, longestMs: HOUR_MS };
const MINUTE_MS = 60_000;

/** A report's time: minutes, without the letter between day and hour. */
const minuteOf = (atMs: number): string => localTime(atMs, JOKER_OFFSET_HOURS).slice(0, 16).replace('T', ' ');

/**
 * Joker (also Slot XO): signed JSON. Several public programs agree on the calls; the texts of errors and the offset
 * of reports are only observed. Transfers carry our reference and can be looked up by it.
 */
export function createJoker(options: ServiceOptions): GameProvider {
  const client = new JokerClient(options);
  const gameUrl = requiredValue(options, 'GAME_URL');
  const { now = Date.now } = options;
  const setPassword = ({ username, password }: { username: string; password: string }) =>
    transformed(client.send('SP', { Username: username, Password: password }), toDone);

  return {
    settlesBy: 'reference',
    listsTransfers: false,

    async createPlayer(player) {
      const created = await transformed(client.send('CU', { Username: player.username }), toCreated);
      return created.outcome === 'done' ? setPassword(player) : created;
    },
    setPassword,
    balance: (username) => transformed(client.send('GC', { Username: username }), toCredit),
    logOut: (username) => transformed(client.send('SO', { Username: username }), toDone),

    transfer({ reference, username, direction, amount }) {
      const change = toDecimal(direction === 'deposit' ? amount : minor(-amount));
      const fields = { Username: username, Amount: change, RequestID: reference };
      return transformed(client.send('TC', fields), toTransferred);
    },

    lookUp: (transfer) =>
      transformed(client.send('TCH', { RequestID: transfer.reference }), (reply) =>
        toLookedUp(reply, transfer),
      ),
    transfersSince: async () => NO_LIST,

    async turnoverSince(cursor) {
      const nowMs = now();
      const window = windowOf(cursor, nowMs, REPORT);
      const fields = {
        StartDate: minuteOf(window.fromMs),
        // The minute that is not over yet belongs to the report.
        EndDate: minuteOf(window.toMs + MINUTE_MS),
        NextId: window.place,
      };
      const page = await transformed(client.send('TSM', fields), toReport);
      if (page.outcome !== 'done') return page;
      const { nextId, ...listing } = page.value;
      return done({ ...listing, ...cursorAfter(window, nextId, nowMs) });
    },

    launch: ({ username, language }) =>
      transformed(client.send('PLAY', { Username: username }), (reply) =>
        toLaunched(reply, gameUrl, LANGUAGES[language] ?? 'en'),
      ),
    formTokens: async () => done(null),
    health: () => transformed(client.send('ListGames'), toDone),
  };
}
