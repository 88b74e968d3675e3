import { createHmac } from 'node:crypto';
import { io } from 'socket.io-client';
import { sendCallback } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';
import type { Fixtures } from './fixtures.ts';
import type { Row } from './row.ts';

const JOIN_WITHIN_MS = 15_000;
const NOBODYS_FILE = `${'A'.repeat(32)}.png`;

/** Tries the server's endpoints outside of the contract. */
export async function tryEndpoints(stack: Stack, fixtures: Fixtures): Promise<Row[]> {
  return [
    ...(await chatRooms(stack, fixtures)),
    ...(await files(stack, fixtures)),
    ...(await launchPages(stack)),
    ...(await callbacks(stack)),
  ];
}

async function join(url: string, room: string, token: string | undefined): Promise<string> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  try {
    const said = (await socket.timeout(JOIN_WITHIN_MS).emitWithAck('join', room)) as {
      ok: boolean;
      message?: string;
    };
    return said.ok ? 'OK' : (said.message ?? '');
  } finally {
    socket.disconnect();
  }
}

async function chatRooms({ url }: Stack, { prober, owner, things, tokens }: Fixtures): Promise<Row[]> {
  const room = `krapao-${things.memberId}`;
  const guestRoom = `krapao-${things.guestId}`;
  const { profile } = await prober.api.ok('GET /api/account/profile');
  const tries: readonly (readonly [
    tried: string,
    room: string,
    token: string | undefined,
    expected: string,
  ])[] = [
    ['a member’s room, the member', room, owner.api.token, 'OK'],
    ['a member’s room, no token', room, undefined, 'UNAUTHORIZED'],
    ['a member’s room, garbage', room, 'x'.repeat(43), 'INVALID_USER_1'],
    ['a member’s room, expired', room, tokens.expired, 'EXPIRED_AUTH_TOKEN'],
    ['a member’s room, logged out', room, tokens.loggedOut, 'INVALID_USER_1'],
    ['a member’s room, another member', room, prober.api.token, 'UNAUTHORIZED'],
    ['a guest’s room, another member', guestRoom, prober.api.token, 'UNAUTHORIZED'],
    ['a guest’s room, the guest', guestRoom, undefined, 'OK'],
    ['a session’s room', `session:${things.sessionId}`, undefined, 'UNAUTHORIZED'],
    ['a room of no prefix', things.memberId, owner.api.token, 'UNAUTHORIZED'],
    ['one’s own room, another prefix', `other-${profile._id}`, prober.api.token, 'UNAUTHORIZED'],
  ];
  const rows: Row[] = [];
  for (const [tried, name, token, expected] of tries) {
    rows.push({ what: 'socket: join', tried, expected, actual: await join(url, name, token) });
  }
  return rows;
}

async function files({ url }: Stack, { things }: Fixtures): Promise<Row[]> {
  const picture = new URL(things.slipPicture, url);
  const changed = (name: string, value: string): URL => {
    const copy = new URL(picture);
    copy.searchParams.set(name, value);
    return copy;
  };
  const later = String(Number(picture.searchParams.get('expires')) + 1);
  const otherSlip = new URL(picture);
  otherSlip.pathname = otherSlip.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const bare = new URL(picture.pathname, url);
  return Promise.all([
    get('slip picture', 'the signed address', picture, '200'),
    get('slip picture', 'a later end', changed('expires', later), '401'),
    get('slip picture', 'another signature', changed('signature', 'A'.repeat(43)), '401'),
    get('slip picture', 'another slip by this signature', otherSlip, '401'),
    get('slip picture', 'no signature', bare, '401'),
    get('chat file', 'the name nobody can guess', new URL(things.chatFileUrl, url), '200'),
    get('chat file', 'a name of the same form', new URL(`/chat-files/${NOBODYS_FILE}`, url), '404'),
    get('chat file', 'the list of them', new URL('/chat-files/', url), '404'),
    get('openapi.json', 'a stranger', new URL('/api/openapi.json', url), '200'),
  ]);
}

async function launchPages({ url }: Stack): Promise<Row[]> {
  return [await get('launch page', 'a guess', new URL(`/api/launch/${'A'.repeat(43)}`, url), '410')];
}

async function get(what: string, tried: string, address: URL, expected: string): Promise<Row> {
  const response = await fetch(address);
  await response.arrayBuffer();
  return { what, tried, expected, actual: String(response.status) };
}

const CALLBACKS = [
  '/api/callback/gateway/KBANK',
  '/api/callback/bank',
  '/api/callback/ewallet',
  '/api/callback/desk',
  '/api/callback/provider/PG/VerifySession',
] as const;
const DAY_MS = 86_400_000;

/** Callbacks without a signature, with another party's, an old one, or one for another endpoint. */
async function callbacks({ url }: Stack): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of CALLBACKS) {
    const post = async (tried: string, headers: Record<string, string>): Promise<void> => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
      await response.arrayBuffer();
      rows.push({ what: `POST ${path}`, tried, expected: '401', actual: String(response.status) });
    };
    await post('unsigned', {});
    await post('a long time ago', signed(path, Date.now() - DAY_MS));
    await post('signed for another path', signed('/api/callback/other', Date.now()));
    const status = await sendCallback(url, path, {}, 'another secret');
    rows.push({ what: `POST ${path}`, tried: 'another secret', expected: '401', actual: String(status) });
  }
  return rows;
}

function signed(path: string, atMs: number): Record<string, string> {
  const timestamp = String(atMs);
  const text = `${timestamp}.POST.${path}.{}`;
  const signature = createHmac('sha256', 'sandbox-only-secret').update(text).digest('hex');
  return { 'x-timestamp': timestamp, 'x-signature': signature };
}
