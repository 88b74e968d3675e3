import { minor, toDecimal } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done, doneUnasked } from '../../../ports/outcome.ts';
import { compareBalances } from '../balance-only.ts';
import { requiredValue, type ServiceOptions, type ServiceSettings } from '../service/options.ts';
import { NO_LIST, NO_REPORT, transformed } from '../service/replies.ts';
import { BetflixClient } from './client.ts';
import { toCreated, toCredit, toDone, toLaunched, toTransferred } from './replies.ts';

export const settings: ServiceSettings = { required: ['AGENT', 'PREFIX'], optional: ['AGENT_HEADER'] };

/** Players of ours have no phone at the provider, whose form asks for one. */
const NO_PHONE = '0000000000';

/**
 * BETFLIX: forms with keys in headers. Several public programs agree on the calls; its errors are only observed. It
 * looks no transfer up, so the balance settles; it has no report of rounds and no log-out. A transfer without an answer
 * is therefore left to a person.
 */
export function createBetflix(options: ServiceOptions): GameProvider {
  const client = new BetflixClient(options);
  const prefix = requiredValue(options, 'PREFIX');
  const fullName = (username: string): string => prefix + username;
  const balance = (username: string) =>
    transformed(client.post('v4/user/balance', { username: fullName(username) }), toCredit);

  return {
    settlesBy: 'balance',
    listsTransfers: false,
    reportsPlay: false,

    createPlayer: ({ username, password }) =>
      transformed(
        client.post('v4/user/register', { username, password, name: username, tel: NO_PHONE }),
        (reply) => toCreated(reply, fullName(username)),
      ),
    setPassword: ({ username, password }) =>
      transformed(
        client.post('v4/user/changePassword', { username: fullName(username), new_password: password }),
        toDone,
      ),
    balance,
    logOut: async () => doneUnasked,

    transfer({ reference, username, direction, amount }) {
      const change = toDecimal(direction === 'deposit' ? amount : minor(-amount));
      const fields = { username: fullName(username), amount: change, ref: reference };
      return transformed(client.post('v4/user/transfer', fields), toTransferred);
    },

    async lookUp(transfer) {
      return compareBalances(transfer, await balance(transfer.username));
    },
    transfersSince: async () => NO_LIST,
    turnoverSince: async () => NO_REPORT,

    launch: ({ username }) =>
      transformed(client.post('v4/play/login', { username: fullName(username) }), toLaunched),
    formTokens: async () => done(null),
    health: () => transformed(client.get('v4/status'), toDone),
  };
}
