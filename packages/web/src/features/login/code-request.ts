import type { ResponseBody } from '@krapao/contract/routes';
import { call, type CallInput } from '../../lib/http.ts';
import { openModal } from '../../lib/modal-store.ts';

/** A log-in that needs a code too. What was typed is kept in memory alone. */
interface Asked {
  input: CallInput<'POST /api/login'>;
  reply?: ResponseBody<'POST /api/login'>;
}

let asked: Asked | null = null;

/**
 * Asks for the code of the authenticator app, and logs in with it.
 * @returns undefined when the player gives none
 */
export async function askCode(input: Asked['input']): Promise<Asked['reply']> {
  const mine: Asked = { input };
  asked = mine;
  await openModal('login-code');
  asked = null;
  return mine.reply;
}

/** Logs in with what was typed and a code. @throws ApiError */
export async function logInWithCode(code: string): Promise<void> {
  const mine = asked;
  if (!mine) return;
  const { body, ...options } = mine.input;
  mine.reply = await call('POST /api/login', { ...options, body: { ...body, code } });
}
