import { toDecimal } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done, doneUnasked } from '../../../ports/outcome.ts';
import type { ServiceOptions, ServiceSettings } from '../service/options.ts';
import { requiredValue } from '../service/options.ts';
import { localTime, NO_LIST, transformed } from '../service/replies.ts';
import { AeSexyClient } from './client.ts';
import {
  toCreated,
  toCredit,
  toDone,
  toHealth,
  toLaunched,
  toLookedUp,
  toReport,
  toTransferred,
} from './replies.ts';

export const settings: ServiceSettings = {
  required: ['AGENT', 'BET_LIMIT'],
  optional: ['CURRENCY', 'PLATFORM', 'GAME_CODE'],
};

/** Takes the amount that is asked for; otherwise a withdrawal takes the whole credit. */
const PARTIAL = '0';
/** A name that no player has: names of ours begin with letters. */
const NO_ONE = '0';

const LANGUAGES: Readonly<Record<string, string>> = { th: 'th', en: 'en' };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST_MS = 23 * HOUR_MS;
/** Updates of one moment may reach the report one after another. */
const OVERLAP_MS = 2 * MINUTE_MS;

/**
 * AE Sexy (AWC): forms with a certificate. Several public programs agree on the calls and the codes read here. Transfers
 * carry our reference and can be looked up by it. Its report is kept to one call in 20 s for each process.
 */
export function createAesexy(options: ServiceOptions): GameProvider {
  const client = new AeSexyClient(options);
  const betLimit = requiredValue(options, 'BET_LIMIT');
  const { now = Date.now, values = {} } = options;
  const { CURRENCY: currency = 'THB', PLATFORM: platform = 'SEXYBCRT', GAME_CODE: gameCode } = values;

  return {
    settlesBy: 'reference',
    listsTransfers: false,

    createPlayer: ({ username }) =>
      transformed(
        client.send('wallet/createMember', { userId: username, currency, betLimit, language: 'th' }),
        toCreated,
      ),
    // Players have no passwords there.
    setPassword: async () => doneUnasked,
    balance: (username) =>
      transformed(client.send('wallet/getBalance', { userIds: username }), (reply) =>
        toCredit(reply, username),
      ),
    logOut: (username) => transformed(client.send('wallet/logout', { userIds: username }), toDone),

    transfer({ reference, username, direction, amount }) {
      const fields = { userId: username, transferAmount: toDecimal(amount), txCode: reference };
      return direction === 'deposit'
        ? transformed(client.send('wallet/deposit', fields), toTransferred)
        : transformed(client.send('wallet/withdraw', { ...fields, withdrawType: PARTIAL }), toTransferred);
    },

    lookUp: (transfer) =>
      transformed(client.send('wallet/checkTransferOperation', { txCode: transfer.reference }), (reply) =>
        toLookedUp(reply, transfer),
      ),
    transfersSince: async () => NO_LIST,

    async turnoverSince(cursor) {
      const nowMs = now();
      const known = cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : nowMs - FIRST_MS;
      // The service answers a day at most.
      const fromMs = Math.max(known, nowMs - FIRST_MS);
      const fields = { timeFrom: `${localTime(fromMs - OVERLAP_MS, 8)}+08:00`, platform, currency };
      const report = await transformed(
        client.report('fetch/gzip/getTransactionByUpdateDate', fields),
        toReport,
      );
      if (report.outcome !== 'done') return report;
      const { newest, ...listing } = report.value;
      // Without a row, the hour after the cursor had none; a minute is left for rows on their way.
      const next = newest ? Math.min(newest.getTime(), nowMs) : Math.min(nowMs - MINUTE_MS, fromMs + HOUR_MS);
      return done({ ...listing, cursor: String(Math.max(fromMs, next)), hasMore: false });
    },

    launch({ username, language }) {
      const player = { userId: username, language: LANGUAGES[language] ?? 'en' };
      return gameCode === undefined
        ? transformed(client.send('wallet/login', player), toLaunched)
        : transformed(
            client.send('wallet/doLoginAndLaunchGame', { ...player, platform, gameType: 'LIVE', gameCode }),
            toLaunched,
          );
    },
    formTokens: async () => done(null),
    health: () => transformed(client.send('wallet/getBalance', { userIds: NO_ONE }), toHealth),
  };
}
