import { fresh, freshName, replyOf, signatureChecks, TEN_MINUTES_MS, type Check } from './checks.ts';
import { demand, type Client } from './client.ts';

const BAD_AMOUNTS = ['-1.00', '0.00', '1', '1.005', '1e2', '๑.๐๐', ''];
const AT_ONCE = 10;
const MOST_ENTRIES = 500;

/** Creates a player, with credit if that is given. */
async function join(client: Client, credit?: string): Promise<string> {
  const username = freshName();
  await client.expect('POST', '/players', {
    body: { username, password: 'kit password' },
    schema: replyOf('game-provider', 'POST /players'),
  });
  if (credit) await move(client, { username, amount: credit });
  return username;
}

interface Move {
  username: string;
  amount: string;
  type?: 'deposit' | 'withdraw';
  reference?: string;
}

const toBody = ({ username, amount, type = 'deposit', reference = fresh() }: Move) => ({
  reference,
  username,
  type,
  amount,
});

const move = (client: Client, given: Move) =>
  client.expect('POST', '/transfers', {
    body: toBody(given),
    schema: replyOf('game-provider', 'POST /transfers'),
  });

const balanceOf = async (client: Client, username: string): Promise<string> =>
  (
    await client.expect('GET', `/players/${username}/balance`, {
      schema: replyOf('game-provider', 'GET /players/:username/balance'),
    })
  ).balance;

async function demandBalance(client: Client, username: string, balance: string): Promise<void> {
  const found = await balanceOf(client, username);
  demand(found === balance, `the balance is ${found}, not ${balance}`);
}

const lookUp = (client: Client, reference: string) =>
  client.expect('GET', `/transfers/${reference}`, {
    schema: replyOf('game-provider', 'GET /transfers/:reference'),
  });

export const gameProviderChecks: readonly Check[] = [
  {
    name: 'says that it is up',
    run: async (client) => {
      await client.expect('GET', '/health', { schema: replyOf('game-provider', 'GET /health') });
    },
  },
  ...signatureChecks({
    method: 'POST',
    path: '/players',
    body: { username: 'kitsignature', password: 'kit password' },
  }),
  {
    name: 'refuses questions without a signature, too',
    run: async (client) => {
      const username = await join(client);
      for (const path of [`/players/${username}/balance`, '/turnover?after=&limit=1', '/health']) {
        await client.expectRefusal('GET', path, { secret: null, status: 401, code: 'bad_signature' });
      }
    },
  },
  {
    name: 'creates a player once',
    run: async (client) => {
      const body = { username: freshName(), password: 'kit password' };
      const schema = replyOf('game-provider', 'POST /players');
      const first = await client.expect('POST', '/players', { body, schema });
      const second = await client.expect('POST', '/players', { body, schema });
      demand(first.status === 'created', `the first answer is ${first.status}`);
      demand(second.status === 'exists', `the second answer is ${second.status}`);
    },
  },
  {
    name: 'starts a player with 0.00',
    run: async (client) => demandBalance(client, await join(client), '0.00'),
  },
  {
    name: 'knows no player that was not created',
    run: (client) =>
      client.expectRefusal('GET', `/players/${freshName()}/balance`, { status: 404, code: 'no_player' }),
  },
  {
    name: 'adds credit, and tells the balance after it',
    run: async (client) => {
      const username = await join(client);
      const result = await move(client, { username, amount: '500.25' });
      demand(result.status === 'done' && result.balance === '500.25', 'the answer is not done with 500.25');
      await demandBalance(client, username, '500.25');
    },
  },
  {
    name: 'does a transfer once for each reference',
    run: async (client) => {
      const username = await join(client);
      const given = { username, amount: '70.00', reference: fresh() };
      const first = await move(client, given);
      await move(client, { username, amount: '5.00' });
      const again = await move(client, given);
      demand(JSON.stringify(again) === JSON.stringify(first), 'a repeat does not answer the first result');
      await demandBalance(client, username, '75.00');
    },
  },
  {
    name: `does a transfer once that comes ${AT_ONCE} times at the same moment`,
    run: async (client) => {
      const username = await join(client);
      const given = { username, amount: '10.00', reference: fresh() };
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => client.send('POST', '/transfers', { body: toBody(given) })),
      );
      await demandBalance(client, username, '10.00');
    },
  },
  {
    name: 'refuses a used reference with another amount, direction or player',
    run: async (client) => {
      const [username, other] = [await join(client), await join(client)];
      const given = { username, amount: '30.00', reference: fresh() };
      await move(client, given);
      for (const changed of [{ amount: '31.00' }, { type: 'withdraw' as const }, { username: other }]) {
        await client.expectRefusal('POST', '/transfers', {
          body: toBody({ ...given, ...changed }),
          status: 422,
          code: 'reference_conflict',
        });
      }
      await demandBalance(client, username, '30.00');
      await demandBalance(client, other, '0.00');
    },
  },
  {
    name: 'takes credit back',
    run: async (client) => {
      const username = await join(client, '100.00');
      const result = await move(client, { username, amount: '99.99', type: 'withdraw' });
      demand(result.status === 'done' && result.balance === '0.01', 'the answer is not done with 0.01');
    },
  },
  {
    name: 'refuses to take more than there is, and keeps the refusal on record',
    run: async (client) => {
      const username = await join(client, '10.00');
      const given = { username, amount: '10.01', type: 'withdraw' as const, reference: fresh() };
      const result = await move(client, given);
      demand(
        result.status === 'refused' && result.reason === 'insufficient_funds',
        'the answer is not refused with insufficient_funds',
      );
      await demandBalance(client, username, '10.00');
      const record = await lookUp(client, given.reference);
      demand(record.status === 'refused', `the look-up says ${record.status}`);
      await move(client, { username, amount: '1.00' });
      const again = await move(client, given);
      demand(again.status === 'refused', 'a repeat of a refused transfer is not refused');
    },
  },
  {
    name: 'never takes more than there is in ten withdrawals at once',
    run: async (client) => {
      const username = await join(client, '50.00');
      const results = await Promise.all(
        Array.from({ length: AT_ONCE }, () => move(client, { username, amount: '10.00', type: 'withdraw' })),
      );
      const count = results.filter(({ status }) => status === 'done').length;
      demand(count === 5, `${count} of ${AT_ONCE} withdrawals of 10.00 from 50.00 are done`);
      await demandBalance(client, username, '0.00');
    },
  },
  {
    name: 'refuses a transfer of an unknown player',
    run: async (client) => {
      const result = await move(client, { username: freshName(), amount: '1.00' });
      demand(
        result.status === 'refused' && result.reason === 'no_player',
        'the answer is not refused with no_player',
      );
    },
  },
  {
    name: 'looks a transfer up by its reference',
    run: async (client) => {
      const username = await join(client);
      const given = { username, amount: '12.34', reference: fresh() };
      await move(client, given);
      const record = await lookUp(client, given.reference);
      const isSame = record.username === username && record.amount === '12.34' && record.type === 'deposit';
      demand(record.status === 'done' && isSame, 'the look-up tells another transfer');
    },
  },
  {
    name: 'knows no transfer that was not sent',
    run: (client) => client.expectRefusal('GET', `/transfers/${fresh()}`, { status: 404, code: 'not_found' }),
  },
  {
    name: 'lists a player’s transfers since a time',
    run: async (client) => {
      const [username, other] = [await join(client, '5.00'), await join(client, '6.00')];
      const since = encodeURIComponent(new Date(Date.now() - TEN_MINUTES_MS).toISOString());
      const later = encodeURIComponent(new Date(Date.now() + TEN_MINUTES_MS).toISOString());
      const list = async (name: string, from: string) =>
        (
          await client.expect('GET', `/transfers?username=${name}&since=${from}`, {
            schema: replyOf('game-provider', 'GET /transfers'),
          })
        ).transfers;
      demand(
        (await list(username, since)).length === 1,
        'the list of a player with one transfer has not one',
      );
      demand((await list(other, later)).length === 0, 'the list since a later time is not empty');
    },
  },
  {
    name: 'refuses amounts that are not decimal text with two decimals above zero',
    run: async (client) => {
      const username = await join(client, '9.00');
      for (const amount of BAD_AMOUNTS) {
        await client.expectRefusal('POST', '/transfers', {
          body: toBody({ username, amount }),
          status: 400,
          code: 'bad_body',
        });
      }
      await demandBalance(client, username, '9.00');
    },
  },
  {
    name: 'ignores fields that it does not know',
    run: async (client) => {
      const username = await join(client);
      await client.expect('POST', '/transfers', {
        body: { ...toBody({ username, amount: '1.00' }), later: { version: 2 } },
        schema: replyOf('game-provider', 'POST /transfers'),
      });
    },
  },
  {
    name: 'sets a password, and ends open games',
    run: async (client) => {
      const username = await join(client);
      await client.expect('POST', `/players/${username}/password`, {
        body: { password: 'another password' },
        schema: replyOf('game-provider', 'POST /players/:username/password'),
      });
      await client.expect('POST', `/players/${username}/logout`, {
        body: {},
        schema: replyOf('game-provider', 'POST /players/:username/logout'),
      });
    },
  },
  {
    name: 'opens the games by an address of one use',
    run: async (client) => {
      const username = await join(client);
      const open = () =>
        client.expect('POST', '/launch', {
          body: { username, password: 'kit password', lang: 'th' },
          schema: replyOf('game-provider', 'POST /launch'),
        });
      const [first, second] = [await open(), await open()];
      demand(first.url !== second.url, 'two launches have the same address');
      const opened = await client.open(first.url);
      demand(opened < 400, `the address answers ${opened}`);
      const again = await client.open(first.url);
      demand(again >= 400, `the address answers ${again} a second time`);
    },
  },
  {
    name: 'launches for no player that it does not know, and in no other language',
    run: async (client) => {
      const body = { username: freshName(), password: 'kit password', lang: 'th' };
      await client.expectRefusal('POST', '/launch', { body, status: 404, code: 'no_player' });
      const username = await join(client);
      await client.expectRefusal('POST', '/launch', {
        body: { ...body, username, lang: 'xx' },
        status: 400,
        code: 'bad_body',
      });
    },
  },
  {
    name: 'decodes a reference in a path',
    run: async (client) => {
      const username = await join(client);
      const reference = `kit/${fresh()}?#%`;
      await move(client, { username, amount: '1.00', reference });
      await lookUp(client, encodeURIComponent(reference));
    },
  },
  {
    name: 'reports play page by page, without repeating or leaving out',
    run: async (client) => {
      const page = (after: string, limit: number) =>
        client.expect('GET', `/turnover?after=${encodeURIComponent(after)}&limit=${limit}`, {
          schema: replyOf('game-provider', 'GET /turnover'),
        });
      const whole = await page('', MOST_ENTRIES);
      const ids = whole.entries.map(({ id }) => id);
      demand(new Set(ids).size === ids.length, 'an entry is repeated in a page');
      let cursor = '';
      for (const [index, id] of ids.entries()) {
        const one = await page(cursor, 1);
        demand(one.entries.length === 1, `a page of 1 has ${one.entries.length} entries`);
        demand(one.entries[0]?.id === id, 'pages of one entry differ from the whole report');
        demand(one.hasMore || index === ids.length - 1, 'hasMore is false before the last entry');
        cursor = one.cursor;
      }
      const rest = await page(whole.cursor, MOST_ENTRIES);
      demand(
        rest.entries.every(({ id }) => !ids.includes(id)),
        'an entry is repeated behind its cursor',
      );
    },
  },
];
