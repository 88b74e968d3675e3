/** Readers of PG Soft's answers: `{ data, error }`, where `error` is null on success. */
import type { Minor } from '@krapao/contract/money';
import {
  INSUFFICIENT_AT_PROVIDER,
  MAINTENANCE_AT_PROVIDER,
  NO_PLAYER_AT_PROVIDER,
  type ProviderTransfer,
  type TurnoverEntry,
  type TurnoverPage,
} from '../../../ports/game-provider.ts';
import {
  done,
  notFound,
  refused,
  unknown,
  type Differs,
  type NotFound,
  type Outcome,
} from '../../../ports/outcome.ts';
import type { Reply } from '../../http/exchange.ts';
import {
  isObject,
  parseObject,
  plausible,
  readEach,
  readText,
  type JsonObject,
} from '../../http/read-answer.ts';
import { readExact } from '../service/money.ts';
import { codeOf, creditOf, differenceFrom, roundOf, toUp } from '../service/replies.ts';

const PLAYER_EXISTS = '1305';
const NO_SUCH_TRANSFER = '3040';

/** Documented refusals, without effect. Any other code is inconclusive: 3101 is a transfer in progress. */
const REFUSALS: Readonly<Record<string, string>> = {
  1400: MAINTENANCE_AT_PROVIDER,
  3001: 'a field is missing',
  3004: NO_PLAYER_AT_PROVIDER,
  3005: NO_PLAYER_AT_PROVIDER,
  3013: INSUFFICIENT_AT_PROVIDER,
  3100: 'failed',
};

const DIRECTIONS: Readonly<Record<string, ProviderTransfer['direction']>> = {
  100: 'deposit',
  200: 'withdraw',
};

/** Numbers of bets have more digits than a number of JavaScript holds. */
const exactIds = (text: string): string => text.replace(/("(?:betId|rowVersion)"\s*:\s*)(\d+)/g, '$1"$2"');

type Answer = { code: null; data: unknown } | { code: string };

/** Parses the envelope; unknown without a usable one. */
function parse(reply: Reply): Outcome<Answer> {
  const body = parseObject(exactIds(reply.text));
  if (reply.status >= 500 || !body || !('error' in body)) return unknown(`status ${reply.status}`);
  const { error, data } = body;
  if (error === null)
    return reply.status === 200 ? done({ code: null, data }) : unknown(`status ${reply.status}`);
  const code = isObject(error) ? error['code'] : undefined;
  return typeof code === 'string' || typeof code === 'number'
    ? done({ code: String(code) })
    : unknown('answer has no code');
}

function withData<T>(reply: Reply, transform: (data: JsonObject) => Outcome<T>): Outcome<T> {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return answer;
  if (answer.value.code !== null) return notOk(answer.value.code);
  const { data } = answer.value;
  return isObject(data) ? transform(data) : unknown('answer has no data');
}

function notOk(code: string): Outcome<never> {
  const reason = REFUSALS[code];
  return reason === undefined ? unknown(`code ${code}`) : refused(reason);
}

export const toDone = (reply: Reply): Outcome => withData(reply, () => done(undefined));

/** An existing player counts as created. */
export function toCreated(reply: Reply): Outcome {
  const answer = parse(reply);
  return answer.outcome === 'done' && answer.value.code === PLAYER_EXISTS ? done(undefined) : toDone(reply);
}

/** Any answer with a code shows that the service is up, and 1400 that it is closed. */
export function toHealth(reply: Reply): Outcome {
  return toUp(toDone(reply));
}

export const toCredit = (reply: Reply): Outcome<Minor> =>
  withData(reply, (data) => creditOf(data['cashBalance']));

export const toTransferred = (reply: Reply): Outcome<Minor> =>
  withData(reply, (data) => creditOf(data['balanceAmount']));

export function toLookedUp(reply: Reply, asked: ProviderTransfer): Outcome | NotFound | Differs {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return unknown(answer.reason);
  if (answer.value.code !== null) {
    return answer.value.code === NO_SUCH_TRANSFER
      ? notFound
      : unknown(`look-up answered ${answer.value.code}`);
  }
  const { data } = answer.value;
  if (!isObject(data)) return unknown('look-up has no data');
  const difference = differenceFrom(asked, {
    username: readText(data['playerName']) || undefined,
    direction: DIRECTIONS[codeOf(data['transactionType'])],
    amount: readExact(data['transactionAmount']),
  });
  return difference ?? done(undefined);
}

/** Reads a page of bets after a row version. */
export function toReport(reply: Reply, cursor: string, pageSize: number): Outcome<TurnoverPage> {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return answer;
  if (answer.value.code !== null) return notOk(answer.value.code);
  const { data } = answer.value;
  if (!Array.isArray(data)) return unknown('answer is not a report');
  const versions = data.map((row) => (isObject(row) ? readText(row['rowVersion']) : ''));
  if (!versions.every((version) => /^\d{1,19}$/.test(version))) return unknown('a bet has no row version');
  const next = [cursor, ...versions].reduce((one, other) => (BigInt(other) > BigInt(one) ? other : one));
  // A full page of one version would be read for ever.
  if (data.length >= pageSize && next === cursor) return unknown('the report does not go on');
  const fresh = data.filter((_row, place) => versions[place] !== cursor);
  return done({ ...readEach(fresh, readBet), cursor: next, hasMore: data.length >= pageSize });
}

const readBet = (value: JsonObject): TurnoverEntry | string =>
  roundOf({
    reference: readText(value['betId']),
    username: readText(value['playerName']),
    game: codeOf(value['gameId']),
    stake: readExact(value['betAmount']),
    payout: readExact(value['winAmount']),
    at: readMilliseconds(value['betEndTime']),
  });

const readMilliseconds = (value: unknown): Date | null =>
  typeof value === 'number' ? plausible(new Date(value)) : null;
