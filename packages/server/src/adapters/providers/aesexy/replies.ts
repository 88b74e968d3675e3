/** Readers of AE Sexy's answers: `status` decides, and `0000` is success. */
import type { Minor } from '@krapao/contract/money';
import {
  INSUFFICIENT_AT_PROVIDER,
  MAINTENANCE_AT_PROVIDER,
  NO_PLAYER_AT_PROVIDER,
  type Launched,
  type ProviderTransfer,
  type TurnoverEntry,
} from '../../../ports/game-provider.ts';
import type { Listing } from '../../../ports/listing.ts';
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
import { isObject, parseObject, readEach, readText, type JsonObject } from '../../http/read-answer.ts';
import { readExact } from '../service/money.ts';
import {
  addressOf,
  codeOf,
  creditOf,
  differenceFrom,
  readLocalTime,
  roundOf,
  toUp,
} from '../service/replies.ts';

const OK = '0000';
const PLAYER_EXISTS = '1001';
const NO_SUCH_TRANSFER = '1017';

/** Documented refusals, without effect. Others are inconclusive: 1012 is pending, 1016 a repeated transfer. */
const REFUSALS: Readonly<Record<string, string>> = {
  1002: NO_PLAYER_AT_PROVIDER,
  1018: INSUFFICIENT_AT_PROVIDER,
  1031: MAINTENANCE_AT_PROVIDER,
};

const DIRECTIONS: Readonly<Record<string, ProviderTransfer['direction']>> = {
  DEPOSIT: 'deposit',
  WITHDRAW: 'withdraw',
};

const SETTLED = '1';
const OPEN = '0';

interface Answer {
  readonly status: string;
  readonly body: JsonObject;
}

function parse(reply: Reply): Outcome<Answer> {
  const body = reply.status === 200 ? parseObject(reply.text) : null;
  const status = readText(body?.['status']);
  return body && status ? done({ status, body }) : unknown(`status ${reply.status}`);
}

function withBody<T>(reply: Reply, transform: (body: JsonObject) => Outcome<T>): Outcome<T> {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return answer;
  const { status, body } = answer.value;
  if (status === OK) return transform(body);
  const reason = REFUSALS[status];
  return reason === undefined ? unknown(`status ${status}`) : refused(reason);
}

export const toDone = (reply: Reply): Outcome => withBody(reply, () => done(undefined));

/** An existing player counts as created. */
export function toCreated(reply: Reply): Outcome {
  const answer = parse(reply);
  return answer.outcome === 'done' && answer.value.status === PLAYER_EXISTS ? done(undefined) : toDone(reply);
}

/** An unknown player shows that the service is up. */
export function toHealth(reply: Reply): Outcome {
  return toUp(toDone(reply));
}

/** Reads the credit of one player from the list of all that were asked about. */
export const toCredit = (reply: Reply, username: string): Outcome<Minor> =>
  withBody(reply, ({ results }) => {
    const rows = Array.isArray(results) ? results.filter(isObject) : [];
    const row = rows.find(({ userId }) => readText(userId).toLowerCase() === username.toLowerCase());
    return row ? creditOf(row['balance']) : unknown('answer is not about the player');
  });

export const toTransferred = (reply: Reply): Outcome<Minor> =>
  withBody(reply, (body) => creditOf(body['currentBalance']));

/** Reads a look-up: `txStatus` 1 is done, 0 failed. The service need not tell what it was of. */
export function toLookedUp(reply: Reply, asked: ProviderTransfer): Outcome | NotFound | Differs {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return unknown(answer.reason);
  const { status, body } = answer.value;
  if (status === NO_SUCH_TRANSFER) return notFound;
  if (status !== OK) return unknown(`look-up answered ${status}`);
  const told = body['transferAmount'];
  const difference = differenceFrom(asked, {
    username: readText(body['userId']) || undefined,
    direction: DIRECTIONS[readText(body['transferType'])],
    amount: told === undefined ? asked.amount : readExact(told),
  });
  if (difference) return difference;
  switch (codeOf(body['txStatus'])) {
    case '1':
      return done(undefined);
    case '0':
      return refused('failed');
    default:
      return unknown('look-up says no end');
  }
}

export const toLaunched = (reply: Reply): Outcome<Launched> => withBody(reply, ({ url }) => addressOf(url));

export interface AeSexyReport extends Listing<TurnoverEntry> {
  /** The newest update on the page; null without a row. */
  readonly newest: Date | null;
}

/** Reads the rows of a report. A bet that is still open comes again when it is settled. */
export const toReport = (reply: Reply): Outcome<AeSexyReport> =>
  withBody(reply, ({ transactions }) => {
    if (!Array.isArray(transactions)) return unknown('answer is not a report');
    const rows = transactions.filter((row) => !isObject(row) || statusOf(row) !== OPEN);
    const times = transactions.flatMap((row) => (isObject(row) ? (updatedAt(row) ?? []) : []));
    const newest = times.length === 0 ? null : new Date(Math.max(...times.map((at) => at.getTime())));
    return done({ ...readEach(rows, readBet), newest });
  });

/** A row without a status is settled. */
const statusOf = (row: JsonObject): string => codeOf(row['txStatus']) || SETTLED;
const updatedAt = (row: JsonObject): Date | null => readLocalTime(row['updateTime'], '+08:00');

function readBet(row: JsonObject): TurnoverEntry | string {
  if (statusOf(row) !== SETTLED) return `bet has the status ${statusOf(row)}`;
  return roundOf({
    reference: readText(row['platformTxId']),
    username: readText(row['userId']),
    game: readText(row['gameName']) || readText(row['gameCode']),
    stake: readExact(row['betAmount']),
    payout: readExact(row['winAmount']),
    at: updatedAt(row),
  });
}
