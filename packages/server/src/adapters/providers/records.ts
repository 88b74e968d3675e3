import { MAX_MINOR, toDecimal, type Minor } from '@krapao/contract/money';
import type {
  Launched,
  ProviderTransfer,
  RecordedTransfer,
  TurnoverEntry,
  TurnoverPage,
} from '../../ports/game-provider.ts';
import type { Listing } from '../../ports/listing.ts';
import { differs, done, unknown, type Differs, type Outcome, type Unknown } from '../../ports/outcome.ts';
import type { Reply } from '../http/exchange.ts';
import { readAmount, readEach, readText, readTime, type JsonObject } from '../http/read-answer.ts';

/** Entries per request: the maximum of these providers. */
export const TURNOVER_PAGE = 500;

/** Reads the body of a dialect's reply, or returns what the reply means otherwise. */
type WithBody = <T>(reply: Reply, transform: (body: JsonObject) => Outcome<T>) => Outcome<T>;

/** Returns the readers of replies that differ by their envelope alone. */
export const readersOf = (withBody: WithBody) => ({
  toConfirmation: (reply: Reply): Outcome => withBody(reply, () => done(undefined)),
  toBalance: (reply: Reply): Outcome<Minor> => withBody(reply, readBalance),
  toTurnover: (reply: Reply): Outcome<TurnoverPage> => withBody(reply, readTurnoverPage),
  toLaunched: (reply: Reply): Outcome<Launched> => withBody<Launched>(reply, readAddress),
  toHealth: (reply: Reply): Outcome => withBody(reply, readHealth),
});

/** Reads a page of the turnover report. */
function readTurnoverPage(body: JsonObject): Outcome<TurnoverPage> {
  const { entries: listed, cursor, hasMore } = body;
  if (!Array.isArray(listed) || typeof cursor !== 'string' || typeof hasMore !== 'boolean') {
    return unknown('answer is not a turnover page');
  }
  return done({ ...readEach(listed, readEntry), cursor, hasMore });
}

function readEntry(value: JsonObject): TurnoverEntry | string {
  const [reference, username] = [readText(value['id']), readText(value['username'])];
  const [turnover, winLoss] = [readAmount(value['turnover']), readAmount(value['winLoss'])];
  const at = readTime(value['at']);
  if (!reference || !username) return 'id or player is missing';
  if (!at) return 'time is not one';
  if (turnover === null || winLoss === null) return 'amount is not readable';
  if (turnover < 0n) return 'turnover is below zero';
  if (turnover > MAX_MINOR || winLoss > MAX_MINOR || winLoss < -MAX_MINOR) return 'amount is too large';
  return { reference, username, game: readText(value['game']), turnover, winLoss, at };
}

/** Reads the list of transfers of a provider with references. */
export function readRecords(listed: unknown): Outcome<Listing<RecordedTransfer>> {
  return Array.isArray(listed) ? done(readEach(listed, readRecord)) : unknown('answer has no transfers');
}

/**
 * Compares the record of a look-up with the transfer that was asked about.
 * @returns undefined when it is the same transfer; unknown when the record is incomplete
 */
export function differenceOf(
  { username, direction, amount }: ProviderTransfer,
  record: JsonObject,
): Differs | Unknown | undefined {
  const theirs = {
    username: readText(record['username']),
    direction: record['type'],
    amount: readAmount(record['amount']),
  };
  if (theirs.amount === null || (theirs.direction !== 'deposit' && theirs.direction !== 'withdraw')) {
    return unknown('look-up does not say what it is of');
  }
  if (theirs.username === username && theirs.direction === direction && theirs.amount === amount)
    return undefined;
  return differs(`${theirs.direction} of ${toDecimal(theirs.amount)} for ${theirs.username} on record`);
}

function readRecord(value: JsonObject): RecordedTransfer | string {
  const { type: direction, status } = value;
  const reference = readText(value['reference']);
  const amount = readAmount(value['amount']);
  const at = readTime(value['at']);
  if (!reference) return 'reference is missing';
  if (amount === null) return 'amount is not readable';
  if (!at) return 'time is not one';
  if (direction !== 'deposit' && direction !== 'withdraw') return 'direction is not one';
  if (status !== 'done' && status !== 'refused') return 'end is not one';
  return { reference, direction, amount, isDone: status === 'done', at };
}

/** Reads a health answer. */
const readHealth = (body: JsonObject): Outcome =>
  body['status'] === 'up' ? done(undefined) : unknown('answer has no state');

/** Reads the balance of an answer. */
export function readBalance(body: JsonObject): Outcome<Minor> {
  const balance = readAmount(body['balance']);
  return balance === null ? unknown('answer has no balance') : done(balance);
}

/** Reads the address of an answer, if a browser may be sent to it. */
function readAddress(body: JsonObject): Outcome<{ kind: 'url'; url: string }> {
  const url = readText(body['url']);
  return /^https?:\/\//.test(url) && URL.canParse(url)
    ? done({ kind: 'url', url })
    : unknown('answer has no address');
}
