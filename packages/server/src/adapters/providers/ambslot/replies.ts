/** Readers of AMB slot's answers: `status.code` 0 is success; other codes and their texts are only observed. */
import type { Minor } from '@krapao/contract/money';
import type { Launched } from '../../../ports/game-provider.ts';
import { done, refused, unknown, type Outcome, type Refused, type Unknown } from '../../../ports/outcome.ts';
import type { Reply } from '../../http/exchange.ts';
import { parseObject, readText, type JsonObject } from '../../http/read-answer.ts';
import { addressOf, creditOf, objectIn, toUp } from '../service/replies.ts';
import { PLAYER_EXISTS, refusedBy, transferRefusedBy } from '../service/texts.ts';

/** One source names this code for a player that exists. */
const EXISTS = 902;

interface Status {
  readonly code: number;
  readonly message: string;
  readonly data: JsonObject;
}

function parse(reply: Reply): Outcome<Status> {
  // The signature is checked before any work.
  if (reply.status === 401 || reply.status === 403) return refused(`status ${reply.status}`);
  const body = reply.status === 200 ? parseObject(reply.text) : null;
  const { code, message } = objectIn(body?.['status']);
  return body && typeof code === 'number'
    ? done({ code, message: readText(message), data: objectIn(body['data']) })
    : unknown(`status ${reply.status}`);
}

function withData<T>(
  reply: Reply,
  transform: (data: JsonObject) => Outcome<T>,
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
  const answer = parse(reply);
  if (answer.outcome !== 'done') return answer;
  const { code, message } = answer.value;
  if (code === 0 || code === EXISTS) return done(undefined);
  const refusal = refusedBy(message);
  return refusal.reason === PLAYER_EXISTS ? done(undefined) : refusal;
}

/** An unknown player shows that the service is up. */
export function toHealth(reply: Reply): Outcome {
  return toUp(toDone(reply));
}

export const toCredit = (reply: Reply): Outcome<Minor> => withData(reply, ({ balance }) => creditOf(balance));

export const toTransferred = (reply: Reply): Outcome<Minor> =>
  withData(reply, ({ balance }) => creditOf(objectIn(balance)['after']), transferRefusedBy);

export const toLaunched = (reply: Reply): Outcome<Launched> => withData(reply, ({ url }) => addressOf(url));
