/** Readers of ASKMEBET's answers: `code` 0 is success; other codes and their texts are only observed. */
import type { Minor } from '@krapao/contract/money';
import { done, refused, unknown, type Outcome, type Refused, type Unknown } from '../../../ports/outcome.ts';
import type { Reply } from '../../http/exchange.ts';
import { parseObject, readText, type JsonObject } from '../../http/read-answer.ts';
import { creditOf, objectIn } from '../service/replies.ts';
import { PLAYER_EXISTS, refusedBy, transferRefusedBy } from '../service/texts.ts';

function withResult<T>(
  reply: Reply,
  transform: (result: JsonObject) => Outcome<T>,
  onError: (text: string) => Refused | Unknown = refusedBy,
): Outcome<T> {
  // The key is checked before any work.
  if (reply.status === 401 || reply.status === 403) return refused(`status ${reply.status}`);
  const body = reply.status < 500 ? parseObject(reply.text) : null;
  const code = body?.['code'];
  if (!body || typeof code !== 'number') return unknown(`status ${reply.status}`);
  if (code !== 0) return onError(readText(body['message']) || readText(body['msg']));
  return reply.status === 200 ? transform(objectIn(body['result'])) : unknown(`status ${reply.status}`);
}

export const toDone = (reply: Reply): Outcome => withResult(reply, () => done(undefined));

/** Reads a creation. An existing player counts as created. @param username the full name, as we understand it */
export function toCreated(reply: Reply, username: string): Outcome {
  const created = withResult(reply, (result): Outcome => {
    const named = readText(result['username']);
    return named === '' || named === username
      ? done(undefined)
      : unknown('the player has another name there: see the setting AGENT');
  });
  return created.outcome === 'refused' && created.reason === PLAYER_EXISTS ? done(undefined) : created;
}

export const toCredit = (reply: Reply): Outcome<Minor> =>
  withResult(reply, (result) => creditOf(result['credit']));

export const toTransferred = (reply: Reply): Outcome<Minor> =>
  withResult(reply, (result) => creditOf(result['after']), transferRefusedBy);

/** Any answer with a code shows that the service is up and the key is right. */
export function toHealth(reply: Reply): Outcome {
  if (reply.status === 401 || reply.status === 403) return refused(`status ${reply.status}`);
  const body = reply.status === 200 ? parseObject(reply.text) : null;
  return typeof body?.['code'] === 'number' ? done(undefined) : unknown(`status ${reply.status}`);
}
