/** Readers of JILI's answers: `ErrorCode` 0 is success; other codes and their texts are only observed. */
import { minor, type Minor } from '@krapao/contract/money';
import {
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
  type Refused,
  type Unknown,
} from '../../../ports/outcome.ts';
import type { Reply } from '../../http/exchange.ts';
import { isObject, parseObject, readEach, readText, type JsonObject } from '../../http/read-answer.ts';
import { readExact } from '../service/money.ts';
import {
  addressOf,
  codeOf,
  creditOf,
  differenceFrom,
  objectIn,
  readLocalTime,
  roundOf,
} from '../service/replies.ts';
import { PLAYER_EXISTS, refusedBy, transferRefusedBy } from '../service/texts.ts';

/** In answer to a look-up: there is no such transfer. */
const NO_SUCH_TRANSFER = 101;
/** State of a member: there is none. */
const NO_MEMBER = 3;

const DONE = 1;
const FAILED = 2;

const DIRECTIONS: Readonly<Record<string, ProviderTransfer['direction']>> = {
  1: 'withdraw',
  2: 'deposit',
  3: 'withdraw',
};

/** Numbers of bets have more digits than a number of JavaScript holds. */
const exactIds = (text: string): string => text.replace(/("WagersId"\s*:\s*)(\d+)/g, '$1"$2"');

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

function parse(reply: Reply): Outcome<Answer> {
  const body = reply.status === 200 ? parseObject(exactIds(reply.text)) : null;
  const code = body?.['ErrorCode'];
  return body && typeof code === 'number'
    ? done({ code, message: readText(body['Message']), data: body['Data'] })
    : unknown(`status ${reply.status}`);
}

function withData<T>(
  reply: Reply,
  transform: (data: unknown) => Outcome<T>,
  onError: (text: string) => Refused | Unknown = refusedBy,
): Outcome<T> {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return answer;
  const { code, message, data } = answer.value;
  return code === 0 ? transform(data) : onError(message);
}

export const toDone = (reply: Reply): Outcome => withData(reply, () => done(undefined));

/** An existing player counts as created. */
export function toCreated(reply: Reply): Outcome {
  const created = toDone(reply);
  return created.outcome === 'refused' && created.reason === PLAYER_EXISTS ? done(undefined) : created;
}

/** Reads the credit of one member from the list of all that were asked about. */
export const toCredit = (reply: Reply, username: string): Outcome<Minor> =>
  withData(reply, (data) => {
    const rows = Array.isArray(data) ? data.filter(isObject) : [];
    const row = rows.find(({ Account: account }) => account === username);
    if (!row) return unknown('answer is not about the player');
    return row['Status'] === NO_MEMBER ? refused(NO_PLAYER_AT_PROVIDER) : creditOf(row['Balance']);
  });

export const toTransferred = (reply: Reply): Outcome<Minor> =>
  withData(
    reply,
    (data) => {
      const { Status: status, CoinAfter: credit } = objectIn(data);
      if (status === FAILED) return refused('failed');
      return status === DONE ? creditOf(credit) : unknown('answer says not what became of it');
    },
    transferRefusedBy,
  );

export function toLookedUp(reply: Reply, asked: ProviderTransfer): Outcome | NotFound | Differs {
  const answer = parse(reply);
  if (answer.outcome !== 'done') return unknown(answer.reason);
  const { code, data } = answer.value;
  if (code === NO_SUCH_TRANSFER) return notFound;
  if (code !== 0 || !isObject(data)) return unknown(`look-up answered ${code}`);
  const difference = differenceFrom(asked, {
    username: readText(data['Account']) || undefined,
    direction: DIRECTIONS[codeOf(data['TransferType'])],
    amount: readExact(data['Amount']),
  });
  if (difference) return difference;
  if (data['Status'] === DONE) return done(undefined);
  return data['Status'] === FAILED ? refused('failed') : unknown('look-up says no end');
}

export const toLaunched = (reply: Reply): Outcome<Launched> => withData(reply, addressOf);

export interface JiliReport extends Listing<TurnoverEntry> {
  readonly pages: number;
}

export const toReport = (reply: Reply): Outcome<JiliReport> =>
  withData(reply, (data) => {
    const { Result: rows, Pagination: pagination } = objectIn(data);
    const pages = objectIn(pagination)['TotalPages'];
    return Array.isArray(rows) && typeof pages === 'number'
      ? done({ ...readEach(rows, readBet), pages })
      : unknown('answer is not a report');
  });

/** Stakes are told as negative amounts. */
function stakeOf(value: unknown): Minor | null {
  const amount = readExact(value);
  return amount !== null && amount < 0n ? minor(-amount) : amount;
}

const readBet = (row: JsonObject): TurnoverEntry | string =>
  roundOf({
    reference: readText(row['WagersId']),
    username: readText(row['Account']),
    game: codeOf(row['GameId']),
    stake: stakeOf(row['BetAmount']),
    payout: readExact(row['PayoffAmount']),
    at: readLocalTime(row['WagersTime'], '-04:00'),
  });
