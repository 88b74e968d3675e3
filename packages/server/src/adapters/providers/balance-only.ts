import { minor, toDecimal, type Minor } from '@krapao/contract/money';
import {
  BALANCE_TELLS_NOTHING,
  MAINTENANCE_AT_PROVIDER,
  type GameProvider,
  type RecordedTransfer,
  type SentTransfer,
} from '../../ports/game-provider.ts';
import type { Listing } from '../../ports/listing.ts';
import { done, notFound, refused, unknown, type NotFound, type Outcome } from '../../ports/outcome.ts';
import type { Reply } from '../http/exchange.ts';
import { HashedJsonClient } from '../http/hashed-json-client.ts';
import {
  notDone,
  parseObject,
  readAmount,
  readEach,
  readTime,
  type JsonObject,
} from '../http/read-answer.ts';
import type { SignedClientOptions } from '../http/signed-client.ts';
import { TURNOVER_PAGE, readersOf } from './records.ts';

/**
 * JSON with a hash. The provider takes no references of ours: a repeated transfer moves twice, and only the
 * player's balance shows the outcome of a transfer without an answer.
 */
export function createBalanceOnly(options: SignedClientOptions): GameProvider {
  const client = new HashedJsonClient(options);
  const call = async <T>(verb: string, content: object, transform: (reply: Reply) => T) => {
    const reply = await client.send(`/v1/${verb}`, content);
    return reply.outcome === 'unknown' ? reply : transform(reply);
  };
  const balance = (username: string) => call('balance', { user: username }, toBalance);

  return {
    settlesBy: 'balance',

    createPlayer: ({ username, password }) => call('create', { user: username, password }, toConfirmation),
    setPassword: ({ username, password }) => call('password', { user: username, password }, toConfirmation),
    balance,
    logOut: (username) => call('logout', { user: username }, toConfirmation),

    transfer: ({ username, direction, amount }) =>
      call('credit', { user: username, delta: toDecimal(changeOf({ direction, amount })) }, toBalance),

    async lookUp(transfer) {
      return compareBalances(transfer, await balance(transfer.username));
    },

    transfersSince: (username, since) =>
      call('history', { user: username, since: since.toISOString() }, toHistory),
    turnoverSince: (cursor) => call('turnover', { after: cursor ?? '', limit: TURNOVER_PAGE }, toTurnover),
    launch: ({ username, password, language }) =>
      call('launch', { user: username, password, lang: language }, toLaunched),
    formTokens: async () => done(null),
    health: () => call('health', {}, toHealth),
  };
}

/** Returns the change of the player's balance by a transfer. */
const changeOf = ({ direction, amount }: Pick<SentTransfer, 'direction' | 'amount'>): Minor =>
  direction === 'deposit' ? amount : minor(-amount);

/** Derives the outcome of a transfer from the change of the balance since before it. */
export function compareBalances(transfer: SentTransfer, now: Outcome<Minor>): Outcome | NotFound {
  // A missing balance does not decide the transfer, whatever the reason.
  if (now.outcome !== 'done') return unknown(now.reason);
  if (transfer.balanceBefore === null) return unknown(BALANCE_TELLS_NOTHING);
  const change = now.value - transfer.balanceBefore;
  if (change === changeOf(transfer)) return done(undefined);
  return change === 0n ? notFound : unknown(BALANCE_TELLS_NOTHING);
}

function withBody<T>(reply: Reply, transform: (body: JsonObject) => Outcome<T>): Outcome<T> {
  const { status } = reply;
  const body = parseObject(reply.text);
  if (status === 503 && body?.['error'] === 'maintenance') return refused(MAINTENANCE_AT_PROVIDER);
  if (status >= 500) return unknown(`status ${status}`);
  if (!body) return unknown('answer is not JSON');
  if (status === 200 && body['ok'] === true) return transform(body);
  return status === 200 && body['ok'] === false
    ? notDone({ status, body: { ...body, status: 'refused' } })
    : notDone({ status, body });
}

export const { toConfirmation, toBalance, toTurnover, toLaunched, toHealth } = readersOf(withBody);

/** Reads the provider's history, which has only direction, amount and time of each move. */
export const toHistory = (reply: Reply): Outcome<Listing<RecordedTransfer>> =>
  withBody(reply, ({ entries }) =>
    Array.isArray(entries) ? done(readEach(entries, readMove)) : unknown('answer has no history'),
  );

function readMove(value: JsonObject): RecordedTransfer | string {
  const [delta, at] = [readAmount(value['delta']), readTime(value['at'])];
  if (delta === null || delta === 0n) return 'amount is not readable';
  if (!at) return 'time is not one';
  const direction = delta > 0n ? 'deposit' : 'withdraw';
  return { reference: null, direction, amount: minor(delta > 0n ? delta : -delta), isDone: true, at };
}
