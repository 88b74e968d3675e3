import type { RouteKey } from '@krapao/contract/routes';
import { askCode } from '../features/login/code-request.ts';
import { ApiError } from '../lib/api-error.ts';
import { bodyOrError, call, type LooseInput, type Reply } from '../lib/http.ts';
import { setAside } from '../lib/intent.ts';
import { loadWords } from '../lib/i18n/i18n.ts';
import { openModal } from '../lib/modal-store.ts';

let stepUp: Promise<boolean> | undefined;

/**
 * Has the player give what the server asked for, and repeats the call.
 * @returns the body of the reply
 * @throws ApiError the refusal, where it is not given
 */
export async function answerAsked(route: RouteKey, input: LooseInput, reply: Reply): Promise<unknown> {
  const { message } = reply.payload as { message: string };
  if (message === 'STEP_UP_REQUIRED') {
    const takeUp = setAside(input.idempotencyKey ?? '');
    if (await isStepUpGiven()) {
      // The same call again, with its key: nothing was done yet.
      takeUp();
      return call(route, input as never);
    }
  } else if (route === 'POST /api/login') {
    const body = await askCode(input as never);
    if (body) return body;
  } else {
    return refuse(reply);
  }
  // The player knows: it was not given.
  const declined = new ApiError(message, reply.status);
  declined.isSeenTo = true;
  throw declined;
}

async function refuse(reply: Reply): Promise<unknown> {
  await loadWords('member').catch(() => undefined);
  return bodyOrError(null, reply, false);
}

/** Asks who the member is. Calls that want it at the same time share one dialog. */
function isStepUpGiven(): Promise<boolean> {
  stepUp ??= openModal('step-up').then((result) => {
    stepUp = undefined;
    return result?.refresh === true;
  });
  return stepUp;
}
