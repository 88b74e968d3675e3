/** Readers of BETFLIX's answers: `error_code` 0 is success; other codes and their texts are only observed. */
import type { Minor } from '@krapao/contract/money';
import type { Launched } from '../../../ports/game-provider.ts';
import { done, refused, unknown, type Outcome, type Refused, type Unknown } from '../../../ports/outcome.ts';
import type { Reply } from '../../http/exchange.ts';
import { parseObject, readText, type JsonObject } from '../../http/read-answer.ts';
import { addressOf, creditOf, objectIn } from '../service/replies.ts';
import { PLAYER_EXISTS, refusedBy, transferRefusedBy } from '../service/texts.ts';

function withData<T>(
  reply: Reply,
  transform: (data: JsonObject) => Outcome<T>,
  onError: (text: string) => Refused | Unknown = refusedBy,
): Outcome<T> {
  // The key is checked before any work.
  if (reply.status === 401 || reply.status === 403) return refused(`status ${reply.status}`);
  const body = reply.status < 500 ? parseObject(reply.text) : null;
  const code = body?.['error_code'];
  if (!body || (typeof code !== 'number' && typeof code !== 'string'))
    return unknown(`status ${reply.status}`);
  if (Number(code) !== 0) return onError(readText(body['msg']));
  return reply.status === 200 ? transform(objectIn(body['data'])) : unknown(`status ${reply.status}`);
}

export const toDone = (reply: Reply): Outcome => withData(reply, () => done(undefined));

/** Reads a creation. An existing player counts as created. @param username the full name, as we understand it */
export function toCreated(reply: Reply, username: string): Outcome {
  const created = withData(reply, (data): Outcome => {
    const named = readText(data['username']);
    return named === '' || named === username
      ? done(undefined)
      : unknown('the player has another name there: see the setting PREFIX');
  });
  return created.outcome === 'refused' && created.reason === PLAYER_EXISTS ? done(undefined) : created;
}

export const toCredit = (reply: Reply): Outcome<Minor> =>
  withData(reply, (data) => creditOf(data['balance']));

export const toTransferred = (reply: Reply): Outcome<Minor> =>
  withData(reply, (data) => creditOf(data['balance']), transferRefusedBy);

export const toLaunched = (reply: Reply): Outcome<Launched> =>
  withData(reply, (data) => addressOf(data['launch_url']));
