import type { JsonWebKey } from 'node:crypto';
import type { ErrorCode } from '@krapao/contract/errors';
import { routes, type RequestBody, type RouteKey } from '@krapao/contract/routes';
import { endOf, type Reply, type Request } from '../support/api.ts';
import type { Channels } from '../support/channels.ts';
import type { Database } from '../support/database.ts';
import type { Member } from '../support/member.ts';
import type { Counterparties } from '../support/counterparties.ts';
import type { Press, Switch } from './vocabulary.ts';
import type { Expectations } from './expectations.ts';
import type { Servers } from './servers.ts';
import type { Staff } from './staff.ts';
import type { Stops } from './stops.ts';

/** Ending of a step: success, in progress, refused with a catalogue code, or cut off with its server. */
export type Ending = 'OK' | 'PENDING' | 'SUSPENSE' | 'CUT_OFF' | 'NOTHING' | ErrorCode;

/** A member with the memory of their phone. */
export interface Actor extends Member {
  no: number;
  /** User names by game. */
  usernames: Readonly<Record<string, string>>;
  lastMovement: string | undefined;
  lastWithdrawal: string | undefined;
}

export interface World {
  actors: readonly Actor[];
  servers: Servers;
  counterparties: Counterparties;
  channels: Channels;
  expectations: Expectations;
  giftKey: JsonWebKey & { kid: string };
  /** Gift link submitted last. */
  lastGift: string | undefined;
  staff: Staff;
  stops: Stops;
  /** Members who are or will be frozen by an act, and switches likewise. */
  frozen: Set<number>;
  stopped: Set<Switch>;
  /** Undefined on PGlite, which only the running server can open. */
  database: Database | undefined;
}

interface Movement {
  _id: string;
  status: 'SUCCESS' | 'FAILED' | 'PENDING';
  amount: number;
}

/** Identity of a press: the number of its decision, or a name below it. */
export type StepNo = number | string;

interface Answer {
  end: 'OK' | ErrorCode;
  reply: Reply;
}

/** Makes a call by a member on the server of a press. @returns undefined when the connection was cut */
export async function call<K extends RouteKey>(
  world: World,
  actor: Actor,
  server: number,
  key: K,
  request: Request<K> = {},
): Promise<Answer | undefined> {
  const stoppedAll = world.stops.watch({ key, member: actor.no, body: request.body });
  const answer = await send(world, actor, server, key, request);
  if (answer?.end === 'OK') assertNotStopped(world, key, actor, stoppedAll());
  return answer;
}

function assertNotStopped(world: World, key: RouteKey, actor: Actor, stop: string | undefined): void {
  if (stop) world.expectations.violated(`${key} by ${actor.username} succeeded; stopped by: ${stop}`);
}

async function send<K extends RouteKey>(
  { servers, expectations }: World,
  actor: Actor,
  server: number,
  key: K,
  request: Request<K>,
): Promise<Answer | undefined> {
  const url = await servers.urlOf(server);
  let reply: Reply;
  try {
    reply = await actor.api.at(url).send(key, request);
  } catch {
    return undefined;
  }
  try {
    const end = endOf(key, reply);
    if (end === 'INTERNAL_SERVER_ERROR')
      expectations.violated(`${key} answered ${JSON.stringify(reply.body)}`);
    if (end === 'gone' && !('closes' in routes[key]))
      expectations.violated(`${key} is refused on a closed site, which it should not be`);
    return { end, reply };
  } catch (error) {
    expectations.violated(`${key}: ${(error as Error).message}`);
    return undefined;
  }
}

type MovingKey =
  | 'POST /api/wallet/transfer'
  | 'POST /api/wallet/transferAll'
  | 'POST /api/wallet/withdraw'
  | 'POST /api/wallet/withdrawAll'
  | 'POST /api/wallet/truelink';

interface Sides {
  from: string;
  to: string;
}

const isFromGameToGame = ({ from, to }: Sides): boolean => from !== 'WALLET' && to !== 'WALLET';

/**
 * Presses a money button: possibly twice at once, possibly again after a lost answer, always with one
 * idempotency key. All answers must name the same movement.
 */
export async function press<K extends MovingKey>(
  world: World,
  actor: Actor,
  { server, times, retry }: Press,
  key: K,
  body: RequestBody<K>,
  no: StepNo,
): Promise<Ending> {
  const headers = { 'idempotency-key': `step-${no}` };
  const once = (at: number) => send(world, actor, at, key, { body, headers });
  // A movement made before a stop is reported after it: all tries of a press count as one.
  const stoppedAll = world.stops.watch({ key, member: actor.no, body });
  let answers = await Promise.all(Array.from({ length: times }, (_, index) => once(server + index)));
  if (retry && answers.every((answer) => answer === undefined)) answers = [await once(server + 1)];

  const isThroughWallet = key === 'POST /api/wallet/transfer' && isFromGameToGame(body as Sides);
  const moved = answers.flatMap((answer) => (answer?.end === 'OK' ? [answer.reply.body as Movement] : []));
  const [first] = moved;
  if (first) assertNotStopped(world, key, actor, stoppedAll());
  else return answers.find((answer) => answer !== undefined)?.end ?? 'CUT_OFF';
  const ids = new Set(moved.map(({ _id }) => _id));
  // A move between games has two movements: while the first is in progress, the reply names the first one.
  if (ids.size > (isThroughWallet ? 2 : 1)) {
    world.expectations.violated(`${key} by ${actor.username}: one key, movements ${[...ids].join(', ')}`);
  }
  actor.lastMovement = first._id;
  return moved.some(({ status }) => status === 'PENDING') ? 'PENDING' : 'OK';
}
