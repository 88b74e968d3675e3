import { toDecimal } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done, doneUnasked } from '../../../ports/outcome.ts';
import { requiredValue, type ServiceOptions, type ServiceSettings } from '../service/options.ts';
import { localTime, NO_LIST, transformed } from '../service/replies.ts';
import { cursorAfter, windowOf } from '../service/window.ts';
import { JILI_OFFSET_HOURS, JiliClient } from './client.ts';
import { toCreated, toCredit, toDone, toLaunched, toLookedUp, toReport, toTransferred } from './replies.ts';

export const settings: ServiceSettings = { required: ['AGENT', 'GAME_ID'] };

const LANGUAGES: Readonly<Record<string, string>> = { th: 'th-TH', en: 'en-US' };
const TYPES = { deposit: '2', withdraw: '3' } as const;

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const REPORT = { firstMs: 24 * HOUR_MS, longestMs: HOUR_MS };
const PAGE = 1_000;

/**
 * JILI: forms with a key of the day. Public programs agree on the calls; its codes, other than 0 and the look-up's 101,
 * are only observed. Transfers carry our reference and can be looked up by it.
 */
export function createJili(options: ServiceOptions): GameProvider {
  const client = new JiliClient(options);
  const gameId = requiredValue(options, 'GAME_ID');
  const { now = Date.now } = options;

  return {
    settlesBy: 'reference',
    listsTransfers: false,

    createPlayer: ({ username }) =>
      transformed(client.send('CreateMember', { Account: username }), toCreated),
    // Players have no passwords there.
    setPassword: async () => doneUnasked,
    balance: (username) =>
      transformed(client.send('GetMemberInfo', { Accounts: username }), (reply) => toCredit(reply, username)),
    logOut: (username) => transformed(client.send('KickMember', { Account: username }), toDone),

    transfer({ reference, username, direction, amount }) {
      const fields = {
        Account: username,
        TransactionId: reference,
        Amount: toDecimal(amount),
        TransferType: TYPES[direction],
      };
      return transformed(client.send('ExchangeTransferByAgentId', fields), toTransferred);
    },

    lookUp: (transfer) =>
      transformed(
        client.send('CheckTransferByTransactionId', { TransactionId: transfer.reference }),
        (reply) => toLookedUp(reply, transfer),
      ),
    transfersSince: async () => NO_LIST,

    async turnoverSince(cursor) {
      const nowMs = now();
      const window = windowOf(cursor, nowMs, REPORT);
      const page = Math.max(1, Number(window.place) || 1);
      const fields = {
        StartTime: localTime(window.fromMs, JILI_OFFSET_HOURS),
        // The second that is not over yet belongs to the report.
        EndTime: localTime(window.toMs + SECOND_MS, JILI_OFFSET_HOURS),
        Page: String(page),
        PageLimit: String(PAGE),
      };
      const report = await transformed(client.send('GetBetRecordByTime', fields), toReport);
      if (report.outcome !== 'done') return report;
      const { pages, ...listing } = report.value;
      return done({ ...listing, ...cursorAfter(window, page < pages ? String(page + 1) : '', nowMs) });
    },

    launch({ username, language }) {
      const fields = { Account: username, GameId: gameId, Lang: LANGUAGES[language] ?? 'en-US' };
      return transformed(client.send('LoginWithoutRedirect', fields), toLaunched);
    },
    formTokens: async () => done(null),
    health: () => transformed(client.send('GetGameList', {}), toDone),
  };
}
