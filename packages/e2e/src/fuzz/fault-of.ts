import { ERROR_STATUS, isErrorCode } from '@krapao/contract/errors';
import { routes } from '@krapao/contract/routes';
import type { RouteSpec } from '@krapao/contract/route';
import type { Outcome } from './send.ts';
import { UNSOUND, type FuzzRequest } from './request.ts';

/** Codes for refusals of HTTP itself, which have their own statuses (413, 415, 431). */
const GENERAL: readonly string[] = ['KEY_INVALID', 'KEY_MISSING', 'NO_DATA'];
/** More than the server accepts: it may close the connection of a sender that does not stop. */
const MUCH_BYTES = 60_000;

/** Returns the fault in the answer to a request; undefined where there is none. */
export function faultOf(request: FuzzRequest, outcome: Outcome): string | undefined {
  if (outcome.end === 'hung') return `no answer after ${Math.round(outcome.tookMs)} ms`;
  if (/HTTP\/1\.1 5\d\d /.test(outcome.all)) return `answered ${outcome.all.slice(0, 300)}`;
  if (outcome.end === 'closed') return mayBeHungUpOn(request) ? undefined : 'hung up on without an answer';
  if (outcome.status >= 400) return faultOfRefusal(request, outcome);
  return faultOfSuccess(request, outcome);
}

const mayBeHungUpOn = (request: FuzzRequest): boolean =>
  UNSOUND.includes(request.framing) ||
  request.method === 'CONNECT' ||
  request.headers.some(([name]) => ['upgrade', 'transfer-encoding', 'connection'].includes(name)) ||
  request.headers.length > 50 ||
  (request.body?.length ?? 0) > MUCH_BYTES;

function faultOfRefusal(request: FuzzRequest, { status, type, body }: Outcome): string | undefined {
  // An answer to HEAD has no body; the chat's sockets and the launch pages have their own formats.
  if (request.method === 'HEAD' || request.path.includes('/socket.io/') || /\/launch\//.test(request.path)) {
    return undefined;
  }
  const answer = `answered ${status} ${body.slice(0, 300)}`;
  if (type !== 'application/json') return `${answer} (${type || 'of no type'})`;
  const { message, ...rest } = parsed(body);
  if (typeof message !== 'string' || !isErrorCode(message)) return answer;
  if (Object.keys(rest).some((name) => name !== 'requestId')) return answer;
  if (ERROR_STATUS[message] !== status && !GENERAL.includes(message))
    return `${answer}, which has another status`;
  return undefined;
}

function faultOfSuccess(request: FuzzRequest, { status, type, body, all }: Outcome): string | undefined {
  if (!request.key || !request.isTruePath || request.method === 'HEAD') return undefined;
  const spec: RouteSpec = routes[request.key];
  if (status !== 200) return `answered ${status}`;
  if (request.as === 'stranger' && spec.access === 'member')
    return `a stranger was answered ${body.slice(0, 200)}`;
  if (spec.contentType) {
    // A text has a type but no shape; sent in chunks, it has a last chunk.
    if (type !== spec.contentType.split(';', 1)[0]) return `answered what is of type ${type}`;
    const isWhole = !/\r\ntransfer-encoding: chunked/i.test(all) || all.endsWith('\r\n0\r\n\r\n');
    return isWhole ? undefined : 'answered a text that breaks off';
  }
  const reply = spec.response.safeParse(parsed(body));
  return reply.success ? undefined : `answered what is not the contract's: ${body.slice(0, 300)}`;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
