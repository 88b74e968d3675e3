import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Rendered } from './request.ts';

/** Answer to a request over its own socket. */
export interface Outcome {
  /** `hung`: neither answered nor closed within the time limit. */
  end: 'answered' | 'closed' | 'hung';
  status: number;
  type: string;
  body: string;
  /** Everything received, including further answers on the same connection. */
  all: string;
  tookMs: number;
}

/** Far more than any of our answers; reading stops there. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Sends raw bytes and reads until the answer is complete or the server closes the connection.
 * @param withinMs time limit
 */
export async function sendRequest(port: number, rendered: Rendered, withinMs: number): Promise<Outcome> {
  const begun = performance.now();
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let isOver = false;
  const over = new Promise<'over'>((resolve) => {
    const finish = (): void => {
      isOver = true;
      resolve('over');
    };
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      if (isWhole(received) || received.length > MOST_BYTES) finish();
    });
    socket.on('close', finish);
    socket.on('error', finish);
  });
  const limit = new AbortController();
  const late = delay(withinMs, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const);
  void send(socket, rendered, () => isOver);
  const how = await Promise.race([over, late]);
  limit.abort();
  socket.destroy();
  const outcome = read(received);
  return { ...outcome, end: how === 'late' ? 'hung' : outcome.end, tookMs: performance.now() - begun };
}

async function send(
  socket: ReturnType<typeof connect>,
  { first, later, pauseMs, ends }: Rendered,
  isOver: () => boolean,
): Promise<void> {
  socket.write(first);
  for (const piece of later) {
    await delay(pauseMs);
    if (isOver()) return;
    socket.write(piece);
  }
  if (ends) socket.end();
}

const HEAD_END = '\r\n\r\n';

/** Skips interim responses (1xx) before the final one. */
const finalStart = (text: string): number => {
  let start = 0;
  while (/^HTTP\/1\.1 1\d\d /.test(text.slice(start, start + 16))) {
    const end = text.indexOf(HEAD_END, start);
    if (end < 0) return start;
    start = end + HEAD_END.length;
  }
  return start;
};

/** Returns whether the answer has its announced length. Other answers end with their connection. */
function isWhole(received: Buffer): boolean {
  const text = received.toString('latin1');
  const start = finalStart(text);
  const end = text.indexOf(HEAD_END, start);
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(start, end))?.[1];
  return length !== undefined && text.length >= end + HEAD_END.length + Number(length);
}

function read(received: Buffer): Omit<Outcome, 'tookMs'> {
  const text = received.toString('latin1');
  const start = finalStart(text);
  const end = text.indexOf(HEAD_END, start);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text.slice(start, start + 16))?.[1];
  if (!status || end < 0) return { end: 'closed', status: 0, type: '', body: '', all: text };
  const head = text.slice(start, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? received.length);
  const from = end + HEAD_END.length;
  return {
    end: 'answered',
    status: Number(status),
    type: /\r\ncontent-type: ([^\r;]*)/i.exec(head)?.[1] ?? '',
    body: received.subarray(from, from + length).toString('utf8'),
    all: text,
  };
}
