import type { JsonWebKey } from 'node:crypto';
import type { ErrorCode } from '@krapao/contract/errors';
import type { RequestBody, RouteKey } from '@krapao/contract/routes';
import { endOf, type Reply, type Request } from '../support/api.ts';
import type { Channels } from '../support/channels.ts';
import type { Member } from '../support/member.ts';
import type { Outside } from '../support/outside.ts';
import type { Press } from './vocabulary.ts';
import type { Expectations } from './expectations.ts';
import type { Servers } from './servers.ts';

/** How a step ended: well, still under way, refused by a code of the catalogue, or cut off with its server. */
export type Ending = 'OK' | 'PENDING' | 'CUT_OFF' | 'NOTHING' | ErrorCode;

/** A member with what their phone remembers. */
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
  outside: Outside;
  channels: Channels;
  expectations: Expectations;
  giftKey: JsonWebKey & { kid: string };
  /** The gift link that was handed in last. */
  lastGift: string | undefined;
}

interface Movement {
  _id: string;
  status: 'SUCCESS' | 'FAILED' | 'PENDING';
  amount: number;
}

/** A call by a member on the server of a press. @returns undefined when the connection was cut */
export async function call<K extends RouteKey>(
  { servers, expectations }: World,
  actor: Actor,
  server: number,
  key: K,
  request: Request<K> = {},
): Promise<{ end: 'OK' | ErrorCode; reply: Reply } | undefined> {
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
 * Presses a button that moves money: perhaps twice at once, perhaps again when the answer is lost, always
 * under one key. Whatever answers there are must tell of one movement.
 */
export async function press<K extends MovingKey>(
  world: World,
  actor: Actor,
  { server, times, retry }: Press,
  key: K,
  body: RequestBody<K>,
  no: number,
): Promise<Ending> {
  const headers = { 'idempotency-key': `step-${no}` };
  const once = (at: number) => call(world, actor, at, key, { body, headers });
  let answers = await Promise.all(Array.from({ length: times }, (_, index) => once(server + index)));
  if (retry && answers.every((answer) => answer === undefined)) answers = [await once(server + 1)];

  const isThroughWallet = key === 'POST /api/wallet/transfer' && isFromGameToGame(body as Sides);
  const moved = answers.flatMap((answer) => (answer?.end === 'OK' ? [answer.reply.body as Movement] : []));
  const [first] = moved;
  if (!first) return answers.find((answer) => answer !== undefined)?.end ?? 'CUT_OFF';
  const ids = new Set(moved.map(({ _id }) => _id));
  // From game to game there are two movements: while the first is under way that one is told of.
  if (ids.size > (isThroughWallet ? 2 : 1)) {
    world.expectations.violated(`${key} by ${actor.username}: one key, movements ${[...ids].join(', ')}`);
  }
  actor.lastMovement = first._id;
  return moved.some(({ status }) => status === 'PENDING') ? 'PENDING' : 'OK';
}
