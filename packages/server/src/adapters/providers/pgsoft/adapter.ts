import { toDecimal } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done, doneUnasked } from '../../../ports/outcome.ts';
import { requiredValue, type ServiceOptions, type ServiceSettings } from '../service/options.ts';
import { NO_LIST, transformed } from '../service/replies.ts';
import { PgSoftClient } from './client.ts';
import { toCreated, toCredit, toDone, toHealth, toLookedUp, toReport, toTransferred } from './replies.ts';
import { answerSession, sessionOf } from './session.ts';

export const settings: ServiceSettings = {
  required: ['OPERATOR_TOKEN', 'GAME_URL'],
  optional: ['REPORT_URL', 'CURRENCY'],
};

/** The smallest page that the service allows. */
const PAGE = 1_500;
const BEGINNING = '1';
/** A name that no player has: names of ours begin with letters. */
const NO_ONE = '0';

const LANGUAGES: Readonly<Record<string, string>> = { th: 'th', en: 'en', la: 'lo' };

/**
 * PG Soft: forms, answered with `{ data, error }`. Several public programs agree on the calls. Transfers carry our
 * reference and can be looked up by it. A game shows our session to the provider, which asks us whose it is.
 */
export function createPgsoft(options: ServiceOptions): GameProvider {
  const client = new PgSoftClient(options);
  const operatorToken = requiredValue(options, 'OPERATOR_TOKEN');
  const gameUrl = requiredValue(options, 'GAME_URL');
  const { secret, now = Date.now, values = {} } = options;
  const currency = values['CURRENCY'] ?? 'THB';
  const balance = (username: string) =>
    transformed(client.send('Cash/v3/GetPlayerWallet', { player_name: username }), toCredit);

  return {
    settlesBy: 'reference',
    listsTransfers: false,

    createPlayer: ({ username }) =>
      transformed(
        client.send('Player/v1/Create', { player_name: username, nickname: username, currency }),
        toCreated,
      ),
    // Players have no passwords there.
    setPassword: async () => doneUnasked,
    balance,
    logOut: (username) => transformed(client.send('Player/v1/Kick', { player_name: username }), toDone),

    transfer({ reference, username, direction, amount }) {
      const call = direction === 'deposit' ? 'TransferIn' : 'TransferOut';
      const fields = {
        player_name: username,
        amount: toDecimal(amount),
        transfer_reference: reference,
        currency,
      };
      return transformed(client.send(`Cash/v3/${call}`, fields), toTransferred);
    },

    lookUp(transfer) {
      const fields = { player_name: transfer.username, transfer_reference: transfer.reference };
      return transformed(client.send('Cash/v3/GetSingleTransaction', fields), (reply) =>
        toLookedUp(reply, transfer),
      );
    },
    transfersSince: async () => NO_LIST,

    turnoverSince(cursor) {
      const position = cursor !== null && /^\d{1,19}$/.test(cursor) ? cursor : BEGINNING;
      const fields = { count: String(PAGE), bet_type: '1', row_version: position };
      return transformed(client.report('Bet/v4/GetHistory', fields), (reply) =>
        toReport(reply, position, PAGE),
      );
    },

    // It has no call for a launch. Its wallet is asked first, so that none leads to a closed service.
    async launch({ username, language }) {
      const credit = await balance(username);
      if (credit.outcome !== 'done') return credit;
      const url = new URL(gameUrl);
      url.searchParams.set('ot', operatorToken);
      url.searchParams.set('ops', sessionOf(username, secret, now()));
      url.searchParams.set('btt', '1');
      url.searchParams.set('l', LANGUAGES[language] ?? 'en');
      url.searchParams.set('f', '');
      return done({ kind: 'url', url: url.href });
    },
    verifySession: (callback) => answerSession(callback, { secret, operatorToken, currency }, now()),
    formTokens: async () => done(null),
    health: () => transformed(client.send('Cash/v3/GetPlayerWallet', { player_name: NO_ONE }), toHealth),
  };
}
