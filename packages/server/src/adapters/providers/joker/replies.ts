/** Readers of Joker's answers. Success is HTTP 200 or 201; the texts of errors are only observed. */
import { minor, type Minor } from '@krapao/contract/money';
import {
  INSUFFICIENT_AT_PROVIDER,
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
import { parseObject, readEach, readText, type JsonObject } from '../../http/read-answer.ts';
import { readExact } from '../service/money.ts';
import { creditOf, differenceFrom, objectIn, readLocalTime, roundOf } from '../service/replies.ts';

/** Offset of the times in reports: observed, not documented. */
export const JOKER_OFFSET_HOURS = 8;
const OFFSET = '+08:00';

const KINDS = ['Game', 'Jackpot', 'Competition'] as const;

/** Statuses that say nothing about the work. */
const isUnsure = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Reads an answer to a question, or to a change of the account: a 4xx has no effect there. */
function toAnswer<T>(reply: Reply, transform: (body: JsonObject) => Outcome<T>): Outcome<T> {
  const body = parseObject(reply.text);
  if (isUnsure(reply.status) || !body) return unknown(`status ${reply.status}`);
  if (reply.status === 200 || reply.status === 201) return transform(body);
  if (reply.status === 404) return refused(NO_PLAYER_AT_PROVIDER);
  return reply.status >= 400 ? refused(messageOf(reply.status, body)) : unknown(`status ${reply.status}`);
}

const messageOf = (status: number, body: JsonObject): string =>
  readText(body['Message']) || `status ${status}`;

export const toDone = (reply: Reply): Outcome => toAnswer(reply, () => done(undefined));

/** Reads whether there is a player now: `Created`, or `OK` for one that there was. */
export const toCreated = (reply: Reply): Outcome =>
  toAnswer(reply, ({ Status: status }) =>
    status === 'Created' || status === 'OK'
      ? done(undefined)
      : unknown('the answer has no status that is known'),
  );

export const toCredit = (reply: Reply): Outcome<Minor> => toAnswer(reply, (body) => creditOf(body['Credit']));

/**
 * Reads the answer to a transfer. A 400 also answers a repeated reference and a transfer in progress, so it decides
 * nothing, except where its text says that the credit is too little.
 */
export function toTransferred(reply: Reply): Outcome<Minor> {
  const answer = toCredit(reply);
  if (answer.outcome !== 'refused' || [401, 403, 404].includes(reply.status)) return answer;
  return /insufficient/i.test(answer.reason) ? refused(INSUFFICIENT_AT_PROVIDER) : unknown(answer.reason);
}

/** Reads a look-up. The sign of the amount is the direction. */
export function toLookedUp(reply: Reply, asked: ProviderTransfer): Outcome | NotFound | Differs {
  const body = parseObject(reply.text);
  if (reply.status === 404 && body) return notFound;
  if (reply.status !== 200 || !body) return unknown(`look-up answered ${reply.status}`);
  const amount = readExact(body['Amount']);
  const difference = differenceFrom(asked, {
    username: readText(body['Username']) || undefined,
    direction: amount === null ? undefined : amount < 0n ? 'withdraw' : 'deposit',
    amount: amount === null || amount >= 0n ? amount : minor(-amount),
  });
  return difference ?? done(undefined);
}

/** Reads a one-use token and makes the address of the lobby of it. */
export const toLaunched = (reply: Reply, gameUrl: string, language: string): Outcome<Launched> =>
  toAnswer<Launched>(reply, (body) => {
    const token = readText(body['Token']);
    if (!token) return unknown('answer has no token');
    const url = new URL(gameUrl);
    url.searchParams.set('token', token);
    url.searchParams.set('game', '');
    url.searchParams.set('mobile', 'true');
    url.searchParams.set('lang', language);
    return done({ kind: 'url', url: url.href });
  });

export interface JokerPage extends Listing<TurnoverEntry> {
  /** Empty on the last page. */
  readonly nextId: string;
}

export const toReport = (reply: Reply): Outcome<JokerPage> =>
  toAnswer(reply, (body) => {
    const data = objectIn(body['data']);
    const lists = KINDS.map((kind) => data[kind]).filter((list) => list !== undefined && list !== null);
    if (!('data' in body) || !lists.every(Array.isArray)) return unknown('answer is not a report');
    const nextId = body['nextId'];
    return done({ ...readEach(lists.flat(), readRound), nextId: readText(nextId) });
  });

const readRound = (value: JsonObject): TurnoverEntry | string =>
  roundOf({
    reference: readText(value['OCode']),
    username: readText(value['Username']),
    game: readText(value['GameCode']),
    stake: readExact(value['Amount']),
    payout: readExact(value['Result']),
    at: readLocalTime(value['Time'], OFFSET),
  });
