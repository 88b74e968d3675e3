import { toDecimal } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done, doneUnasked } from '../../../ports/outcome.ts';
import { compareBalances } from '../balance-only.ts';
import type { ServiceOptions, ServiceSettings } from '../service/options.ts';
import { NO_LIST, NO_REPORT, transformed } from '../service/replies.ts';
import { AmbSlotClient } from './client.ts';
import { toCreated, toCredit, toDone, toHealth, toLaunched, toTransferred } from './replies.ts';

export const settings: ServiceSettings = { required: ['AGENT'] };

/** A name that no player has: names of ours begin with letters. */
const NO_ONE = '0';

/**
 * AMB slot (PGSLOT): JSON with a signature. Public programs agree on the calls; its errors and the name of the new
 * password's field are only observed. It looks no transfer up, so the balance settles; it has no report of rounds and no
 * log-out. A transfer without an answer is therefore left to a person.
 */
export function createAmbslot(options: ServiceOptions): GameProvider {
  const client = new AmbSlotClient(options);
  const balance = (username: string) => transformed(client.send('balance', { username }), toCredit);

  return {
    settlesBy: 'balance',
    listsTransfers: false,
    reportsPlay: false,

    createPlayer: ({ username, password }) =>
      transformed(client.send('create', { username, password }), toCreated),
    setPassword: ({ username, password }) =>
      transformed(client.send('password', { username, newPassword: password }), toDone),
    balance,
    logOut: async () => doneUnasked,

    transfer: ({ username, direction, amount }) =>
      transformed(client.send(direction, { username, amount: toDecimal(amount) }), toTransferred),

    async lookUp(transfer) {
      return compareBalances(transfer, await balance(transfer.username));
    },
    transfersSince: async () => NO_LIST,
    turnoverSince: async () => NO_REPORT,

    launch: ({ username }) => transformed(client.send('launch', { username }), toLaunched),
    formTokens: async () => done(null),
    health: () => transformed(client.send('balance', { username: NO_ONE }), toHealth),
  };
}
