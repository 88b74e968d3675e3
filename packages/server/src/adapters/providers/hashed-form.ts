import { toDecimal } from '@krapao/contract/money';
import {
  INSUFFICIENT_AT_PROVIDER,
  MAINTENANCE_AT_PROVIDER,
  NO_PLAYER_AT_PROVIDER,
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
import { HashedFormClient } from '../http/hashed-form-client.ts';
import { parseObject, type JsonObject } from '../http/read-answer.ts';
import type { SignedClientOptions } from '../http/signed-client.ts';
import { differenceOf, readRecords, TURNOVER_PAGE, readersOf } from './records.ts';

const OK = 0;
const PLAYER_EXISTS = 10;
const NO_SUCH_TRANSFER = 15;

/** Refusal codes and their reasons. Any other code is inconclusive, so the money stays held. */
const REFUSALS: Readonly<Record<number, string>> = {
  [PLAYER_EXISTS]: 'player_exists',
  11: NO_PLAYER_AT_PROVIDER,
  12: INSUFFICIENT_AT_PROVIDER,
  13: 'wrong_password',
  14: 'reference_conflict',
  [NO_SUCH_TRANSFER]: 'not_found',
  16: 'no_launch',
  90: MAINTENANCE_AT_PROVIDER,
  91: 'bad_sign',
  92: 'bad_request',
};

/**
 * Forms signed by a hash, answered with numeric codes. Transfers carry our reference and can be looked up by
 * it.
 */
export function createHashedForm(options: SignedClientOptions): GameProvider {
  const client = new HashedFormClient(options);
  const call = async <T>(
    action: string,
    fields: Readonly<Record<string, string>>,
    transform: (reply: Reply) => T,
  ) => {
    const reply = await client.send(action, fields);
    return reply.outcome === 'unknown' ? reply : transform(reply);
  };

  return {
    settlesBy: 'reference',

    createPlayer: ({ username, password }) => call('create', { username, password }, toCreated),
    setPassword: ({ username, password }) => call('password', { username, password }, toConfirmation),
    balance: (username) => call('balance', { username }, toBalance),
    logOut: (username) => call('logout', { username }, toConfirmation),

    transfer({ reference, username, direction, amount }) {
      const fields = { reference, username, type: direction, amount: toDecimal(amount) };
      return call('transfer', fields, toBalance);
    },

    lookUp: (transfer) =>
      call('lookup', { reference: transfer.reference }, (reply) => toLookUp(reply, transfer)),
    transfersSince: (username, since) =>
      call('transfers', { username, since: since.toISOString() }, toTransfers),
    turnoverSince: (cursor) =>
      call('turnover', { after: cursor ?? '', limit: String(TURNOVER_PAGE) }, toTurnover),
    launch: ({ username, password, language }) =>
      call('launch', { username, password, lang: language }, toLaunched),
    formTokens: async () => done(null),
    health: () => call('health', {}, toHealth),
  };
}

/** Parses the answered object and its code; unknown without a usable one. */
function parse(reply: Reply): Outcome<{ code: number; body: JsonObject }> {
  if (reply.status !== 200) {
    return reply.status >= 400 && reply.status < 500 && reply.status !== 408 && reply.status !== 429
      ? refused(`status ${reply.status}`)
      : unknown(`status ${reply.status}`);
  }
  const body = parseObject(reply.text);
  const code = body?.['code'];
  return body && typeof code === 'number' ? done({ code, body }) : unknown('answer has no code');
}

function withBody<T>(reply: Reply, transform: (body: JsonObject) => Outcome<T>): Outcome<T> {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return answer;
  const { code, body } = answer.value;
  return code === OK ? transform(body) : notOk(code);
}

function notOk(code: number): Outcome<never> {
  const reason = REFUSALS[code];
  return reason ? refused(reason) : unknown(`code ${code}`);
}

export const { toConfirmation, toBalance, toTurnover, toLaunched, toHealth } = readersOf(withBody);

export const toTransfers = (reply: Reply): Outcome<Listing<RecordedTransfer>> =>
  withBody(reply, (body) => readRecords(body['transfers']));

/** Reads the answer to a creation. An existing player counts as created. */
export function toCreated(reply: Reply): Outcome {
  const answer = parse(reply);
  return answer.outcome === 'done' && answer.value.code === PLAYER_EXISTS
    ? done(undefined)
    : toConfirmation(reply);
}

/** Reads a look-up. A refused look-up, or one during maintenance, does not decide the transfer. */
export function toLookUp(reply: Reply, asked: ProviderTransfer): Outcome | NotFound | Differs {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return unknown(answer.reason);
  const { code, body } = answer.value;
  if (code === NO_SUCH_TRANSFER) return notFound;
  if (code !== OK) return unknown(`look-up answered code ${code}`);
  if (body['status'] !== 'done' && body['status'] !== 'refused') return unknown('look-up says no end');
  const difference = differenceOf(asked, body);
  if (difference) return difference;
  if (body['status'] === 'done') return done(undefined);
  return refused(REFUSALS[Number(body['reason'])] ?? 'refused');
}
