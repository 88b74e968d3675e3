import { toDecimal, type Minor } from '@krapao/contract/money';
import {
  MAINTENANCE_AT_PROVIDER,
  type GameProvider,
  type ProviderTransfer,
  type RecordedTransfer,
} from '../../ports/game-provider.ts';
import type { Listing } from '../../ports/listing.ts';
import {
  done,
  notFound,
  refused,
  unknown,
  type Differs,
  type NotFound,
  type Outcome,
} from '../../ports/outcome.ts';
import type { Reply } from '../http/exchange.ts';
import { notDone, parseObject, type JsonObject } from '../http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from '../http/signed-client.ts';
import { differenceOf, readBalance, readRecords, TURNOVER_PAGE, readersOf } from './records.ts';

/**
 * Signed JSON. Transfers carry our reference and can be looked up by it. The launch returns a one-time
 * address.
 */
export function createSignedJson(options: SignedClientOptions): GameProvider {
  const client = new SignedClient(options);
  const player = (username: string): string => `/players/${encodeURIComponent(username)}`;

  return {
    settlesBy: 'reference',

    createPlayer: ({ username, password }) =>
      read(client.send('POST', '/players', { username, password }), toConfirmation),
    setPassword: ({ username, password }) =>
      read(client.send('POST', `${player(username)}/password`, { password }), toConfirmation),
    logOut: (username) => read(client.send('POST', `${player(username)}/logout`, {}), toConfirmation),
    balance: (username) => read(client.send('GET', `${player(username)}/balance`), toBalance),

    transfer({ reference, username, direction, amount }) {
      const body = { reference, username, type: direction, amount: toDecimal(amount) };
      return read(client.send('POST', '/transfers', body), toTransferResult);
    },

    lookUp: (transfer) =>
      read(client.send('GET', `/transfers/${encodeURIComponent(transfer.reference)}`), (reply) =>
        toLookUp(reply, transfer),
      ),

    transfersSince(username, since) {
      const query = new URLSearchParams({ username, since: since.toISOString() });
      return read(client.send('GET', `/transfers?${query.toString()}`), toTransfers);
    },

    turnoverSince(cursor) {
      const query = new URLSearchParams({ after: cursor ?? '', limit: String(TURNOVER_PAGE) });
      return read(client.send('GET', `/turnover?${query.toString()}`), toTurnover);
    },

    launch: ({ username, password, language }) =>
      read(client.send('POST', '/launch', { username, password, lang: language }), toLaunched),
    formTokens: async () => done(null),
    health: () => read(client.send('GET', '/health'), toHealth),
  };
}

/** Transforms the reply of a call, and passes `unknown` through. */
export async function read<T>(
  calling: ReturnType<SignedClient['send']>,
  transform: (reply: Reply) => T,
): Promise<T | Extract<Awaited<typeof calling>, { outcome: 'unknown' }>> {
  const reply = await calling;
  return reply.outcome === 'unknown' ? reply : transform(reply);
}

/** Returns the answered object on success; otherwise the meaning of the answer. */
function success(reply: Reply): Outcome<JsonObject> {
  const body = parseObject(reply.text);
  if (reply.status === 503 && body?.['error'] === 'maintenance') return refused(MAINTENANCE_AT_PROVIDER);
  if (reply.status >= 500) return unknown(`status ${reply.status}`);
  if (!body) return unknown('answer is not JSON');
  return reply.status === 200 && body['status'] !== 'refused'
    ? done(body)
    : notDone({ status: reply.status, body });
}

function withBody<T>(reply: Reply, transform: (body: JsonObject) => Outcome<T>): Outcome<T> {
  const answer = success(reply);
  return answer.outcome === 'done' ? transform(answer.value) : answer;
}

export const { toConfirmation, toBalance, toTurnover, toLaunched, toHealth } = readersOf(withBody);

export const toTransferResult = (reply: Reply): Outcome<Minor> =>
  withBody(reply, (body) =>
    body['status'] === 'done' ? readBalance(body) : unknown('answer says not what became of it'),
  );

export const toTransfers = (reply: Reply): Outcome<Listing<RecordedTransfer>> =>
  withBody(reply, (body) => readRecords(body['transfers']));

/** Reads a look-up. A refused look-up, or one during maintenance, does not decide the transfer. */
export function toLookUp(reply: Reply, asked: ProviderTransfer): Outcome | NotFound | Differs {
  const body = parseObject(reply.text);
  if (reply.status === 404 && body?.['error'] === 'not_found') return notFound;
  if (reply.status !== 200 || !body) return unknown(`look-up answered ${reply.status}`);
  if (body['status'] !== 'done' && body['status'] !== 'refused') return unknown('look-up says no end');
  const difference = differenceOf(asked, body);
  if (difference) return difference;
  return body['status'] === 'done' ? done(undefined) : notDone({ status: 200, body });
}
