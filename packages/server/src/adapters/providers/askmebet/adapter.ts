import { toDecimal } from '@krapao/contract/money';
import type { GameProvider } from '../../../ports/game-provider.ts';
import { done, doneUnasked, refused } from '../../../ports/outcome.ts';
import { compareBalances } from '../balance-only.ts';
import { requiredValue, type ServiceOptions, type ServiceSettings } from '../service/options.ts';
import { NO_LIST, NO_REPORT, transformed } from '../service/replies.ts';
import { AskmebetClient } from './client.ts';
import { loginPage } from './login-page.ts';
import { toCreated, toCredit, toDone, toHealth, toTransferred } from './replies.ts';

export const settings: ServiceSettings = { required: ['AGENT'], optional: ['LOGIN_URL'] };

/** A name that no player has: names of ours begin with letters. */
const NO_ONE = '0';
/** Players of ours have no phone at the provider, which asks for one. */
const NO_PHONE = '0000000000';

/**
 * ASKMEBET: JSON with a hash, and the key in the path. Several public programs agree on the calls; its errors are only
 * observed. It looks no transfer up, so the balance settles; it has no report of rounds and no log-out. A transfer
 * without an answer is therefore left to a person. It has no launch: players log in at its site. How the site takes a
 * log-in is not known. Where `LOGIN_URL` names an address that takes `username` and `password` in a form, a page posts
 * them.
 */
export function createAskmebet(options: ServiceOptions): GameProvider {
  const client = new AskmebetClient(options);
  const agent = requiredValue(options, 'AGENT');
  const url = options.values?.['LOGIN_URL'];
  const fullName = (username: string): string => agent + username;
  const balance = (username: string) => transformed(client.get('credit', fullName(username)), toCredit);

  return {
    settlesBy: 'balance',
    listsTransfers: false,
    reportsPlay: false,

    createPlayer({ username, password }) {
      const content = {
        memberLoginName: username,
        memberLoginPass: password,
        phoneNo: NO_PHONE,
        contact: username,
      };
      return transformed(client.send('POST', 'create', content, { signed: [username, password] }), (reply) =>
        toCreated(reply, fullName(username)),
      );
    },
    setPassword: ({ username, password }) =>
      transformed(
        client.send(
          'PUT',
          'reset-password',
          { password },
          { username: fullName(username), signed: [password] },
        ),
        toDone,
      ),
    balance,
    logOut: async () => doneUnasked,

    transfer({ username, direction, amount }) {
      const name = fullName(username);
      const text = toDecimal(amount);
      const signed = { username: name, signed: [text, name] };
      return transformed(client.send('POST', direction, { amount: text }, signed), toTransferred);
    },

    async lookUp(transfer) {
      return compareBalances(transfer, await balance(transfer.username));
    },
    transfersSince: async () => NO_LIST,
    turnoverSince: async () => NO_REPORT,

    // Its credit is asked first, so that no page leads to a closed service.
    async launch({ username, password, language }) {
      if (url === undefined) return refused('players log in at the site');
      const credit = await balance(username);
      if (credit.outcome !== 'done') return credit;
      return done({
        kind: 'html',
        html: loginPage({ url, username: fullName(username), password, language }),
      });
    },
    formTokens: async () => done(null),
    health: () => transformed(client.get('credit', fullName(NO_ONE)), toHealth),
  };
}
