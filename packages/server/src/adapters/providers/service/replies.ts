/** Readers that the adapters of services have in common. */
import { MAX_MINOR, toDecimal, type Minor } from '@krapao/contract/money';
import {
  NO_PLAYER_AT_PROVIDER,
  type Launched,
  type ProviderTransfer,
  type TurnoverEntry,
} from '../../../ports/game-provider.ts';
import {
  differs,
  done,
  refused,
  unknown,
  type Differs,
  type Outcome,
  type Refused,
  type Unknown,
} from '../../../ports/outcome.ts';
import type { Reply } from '../../http/exchange.ts';
import { isObject, plausible, readText, type JsonObject } from '../../http/read-answer.ts';
import { readCredit } from './money.ts';

/** The service has no list of a player's transfers: they are looked up one by one. */
export const NO_LIST: Refused = refused('the service lists no transfers');
/** The service reports no single rounds. */
export const NO_REPORT: Refused = refused('the service reports no rounds');

/** Transforms the reply of a call, and passes `unknown` through. */
export async function transformed<T>(
  calling: Promise<Reply | Unknown>,
  transform: (reply: Reply) => T,
): Promise<T | Unknown> {
  const reply = await calling;
  return reply.outcome === 'unknown' ? reply : transform(reply);
}

/** Returns what a question about a player says of the service: one that does not know the player is up. */
export function toUp(answer: Outcome): Outcome {
  const isNoPlayer = answer.outcome === 'refused' && answer.reason === NO_PLAYER_AT_PROVIDER;
  return isNoPlayer ? done(undefined) : answer;
}

/** Reads a credit of an answer. */
export function creditOf(value: unknown): Outcome<Minor> {
  const credit = readCredit(value);
  return credit === null ? unknown('answer has no credit') : done(credit);
}

/** Reads an address of an answer, if a browser may be sent to it. */
export function addressOf(value: unknown): Outcome<Launched> {
  const url = readText(value);
  return /^https?:\/\//.test(url) && URL.canParse(url)
    ? done({ kind: 'url', url })
    : unknown('answer has no address');
}

/** Reads a text, or a number as its text: services write codes and ids as either. */
export const codeOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : readText(value);

/** An object within an answer; an empty one where there is none. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The record of a look-up, as far as the service tells. */
export interface LookedUp {
  /** Undefined where the service does not tell. */
  readonly username?: string | undefined;
  readonly direction?: ProviderTransfer['direction'] | undefined;
  readonly amount: Minor | null;
}

/**
 * Compares the record of a look-up with the transfer that was asked about.
 * @returns undefined when nothing speaks against its being the same
 */
export function differenceFrom(
  asked: ProviderTransfer,
  { username = asked.username, direction = asked.direction, amount }: LookedUp,
): Differs | Unknown | undefined {
  if (amount === null) return unknown('look-up does not say what it is of');
  if (username === asked.username && direction === asked.direction && amount === asked.amount) {
    return undefined;
  }
  return differs(`${direction} of ${toDecimal(amount)} for ${username} on record`);
}

/** An entry of a report before its checks. */
export interface ReportedRound {
  readonly reference: string;
  readonly username: string;
  readonly game: string;
  readonly stake: Minor | null;
  /** The amount paid out, the stake included. */
  readonly payout: Minor | null;
  readonly at: Date | null;
}

/** Checks an entry of a report, or returns why it cannot be taken in. */
export function roundOf({
  reference,
  username,
  game,
  stake,
  payout,
  at,
}: ReportedRound): TurnoverEntry | string {
  if (!reference || !username) return 'id or player is missing';
  if (!at) return 'time is not one';
  if (stake === null || payout === null) return 'amount is not readable';
  if (stake < 0n) return 'turnover is below zero';
  if (stake > MAX_MINOR || payout > MAX_MINOR || payout < -MAX_MINOR) return 'amount is too large';
  return { reference, username, game, turnover: stake, winLoss: (payout - stake) as Minor, at };
}

/**
 * Reads the local time of a report, such as `2026-01-02 03:04:05` or with a `T`, at an offset; null when it is not
 * one, or cannot be. A text with an offset of its own is read by that.
 */
export function readLocalTime(value: unknown, offset: string): Date | null {
  const text = readText(value).trim().replace(' ', 'T');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  return plausible(new Date(hasOffset ? text : `${text}${offset}`));
}

const HOUR_MS = 3_600_000;

/** Writes a time at an offset in hours: `2026-01-02T03:04:05`. */
export const localTime = (atMs: number, offsetHours: number): string =>
  new Date(atMs + offsetHours * HOUR_MS).toISOString().slice(0, 19);
