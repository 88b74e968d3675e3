/** The session that a launched game shows to the provider, and the provider to us: a signed name with an end. */
import { createHmac } from 'node:crypto';
import { sameBytes, sameText } from '../../../kernel/secrets.ts';
import type { SessionAnswer } from '../../../ports/game-provider.ts';
import type { IncomingCallback } from '../../../ports/payment-gateway.ts';

/** Games ask again when they are loaded again. */
const GOOD_FOR_MS = 8 * 60 * 60_000;

interface Parts {
  readonly secret: string;
  readonly operatorToken: string;
  readonly currency: string;
}

const signature = (text: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`session ${text}`).digest();

/** Returns the session of a player from now on. */
export function sessionOf(username: string, secret: string, nowMs: number): string {
  const text = `${nowMs + GOOD_FOR_MS}.${Buffer.from(username, 'utf8').toString('base64url')}`;
  return `${text}.${signature(text, secret).toString('base64url')}`;
}

/** Returns the player of a session; null when it is not one of ours, or past its end. */
export function playerOf(session: string, secret: string, nowMs: number): string | null {
  const [until = '', name = '', sign = ''] = session.split('.');
  const isOurs = sameBytes(Buffer.from(sign, 'base64url'), signature(`${until}.${name}`, secret));
  return isOurs && Number(until) > nowMs ? Buffer.from(name, 'base64url').toString('utf8') : null;
}

const INVALID: SessionAnswer = {
  status: 200,
  body: { data: null, error: { code: '1034', message: 'Invalid request' } },
};

/** Answers the provider's question about a session; null when the provider did not ask. */
export function answerSession(
  { rawBody }: IncomingCallback,
  { secret, operatorToken, currency }: Parts,
  nowMs: number,
): SessionAnswer | null {
  const form = new URLSearchParams(rawBody);
  const isProvider =
    sameText(form.get('operator_token') ?? '', operatorToken) &&
    sameText(form.get('secret_key') ?? '', secret);
  if (!isProvider) return null;
  const player = playerOf(form.get('operator_player_session') ?? '', secret, nowMs);
  if (player === null) return INVALID;
  return { status: 200, body: { data: { player_name: player, nickname: player, currency }, error: null } };
}
