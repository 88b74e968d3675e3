import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { percentile } from '../measure.ts';
import { serveJobs } from './worker.ts';

export interface ChatJob {
  port: number;
  /** Members with one socket each. */
  members: readonly { token: string; room: string }[];
  /** Number of messages in flight to the server at a time. */
  senders: number;
}

export interface ChatResult {
  connectedInMs: number;
  sentPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Connects first; the bench reads the server's memory in between. */
export type ChatRequest = { connect: ChatJob } | { send: true } | { close: true };

const CONNECTING_AT_ONCE = 50;

/** A browser in its chat room, as far as Engine.IO and Socket.IO require. */
class ChatSocket {
  readonly #socket: WebSocket;
  readonly #awaited = new Map<string, (atMs: number) => void>();
  #joined: (() => void) | undefined;
  #refused: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    });
  }

  async join(token: string, room: string): Promise<void> {
    this.#socket.on('message', (data: Buffer) => this.#read(data.toString(), token, room));
    await new Promise<void>((resolve, reject) => {
      this.#joined = resolve;
      this.#refused = reject;
      this.#socket.once('error', reject);
    });
  }

  /** Waits for the message of that id. @returns the time of its arrival */
  arrival(id: string): Promise<number> {
    return new Promise((resolve) => this.#awaited.set(id, resolve));
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #read(packet: string, token: string, room: string): void {
    const atMs = performance.now();
    if (packet === '2') this.#socket.send('3');
    else if (packet.startsWith('0')) this.#socket.send(`40${JSON.stringify({ token })}`);
    else if (packet.startsWith('40')) this.#socket.send(`420${JSON.stringify(['join', room])}`);
    else if (packet.startsWith('430')) this.#takeAnswer(packet.slice(3));
    else if (packet.startsWith('42')) this.#takeMessage(packet.slice(2), atMs);
  }

  #takeAnswer(text: string): void {
    const [{ ok }] = JSON.parse(text) as [{ ok: boolean }];
    if (ok) this.#joined?.();
    else this.#refused?.(new Error(`a room was not joined: ${text}`));
  }

  #takeMessage(text: string, atMs: number): void {
    const [event, message] = JSON.parse(text) as [string, { _id?: string }];
    if (event !== 'messaging' || message._id === undefined) return;
    this.#awaited.get(message._id)?.(atMs);
    this.#awaited.delete(message._id);
  }
}

let job: ChatJob | undefined;
let sockets: ChatSocket[] = [];

async function connect(given: ChatJob): Promise<Pick<ChatResult, 'connectedInMs'>> {
  job = given;
  const beganMs = performance.now();
  const made: ChatSocket[] = [];
  const waiting = [...given.members.entries()];
  const line = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { token, room }] = next;
      const socket = new ChatSocket(given.port);
      await socket.join(token, room);
      made[index] = socket;
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, line));
  sockets = made;
  return { connectedInMs: performance.now() - beganMs };
}

/** Lets each member send one message and wait until it reaches their room. */
async function send(): Promise<Omit<ChatResult, 'connectedInMs'>> {
  const { port, members, senders } = job ?? { port: 0, members: [], senders: 0 };
  const tookMs: number[] = [];
  const waiting = [...members.entries()];
  const beganMs = performance.now();
  const line = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { token }] = next;
      const id = randomUUID();
      const arrival = sockets[index]?.arrival(id);
      const sentMs = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/api/chat/send-message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(messageOf(id)),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`a message was not taken: ${response.status} ${text}`);
      tookMs.push(((await arrival) ?? Number.NaN) - sentMs);
    }
  };
  await Promise.all(Array.from({ length: senders }, line));
  return {
    sentPerSecond: (tookMs.length * 1_000) / (performance.now() - beganMs),
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    maxMs: Math.max(...tookMs),
  };
}

const messageOf = (id: string): object => ({
  _id: id,
  sender: 'customer',
  message: { message_type: 'text', payload: { text: 'hello' } },
  session_id: '',
  userId: '',
  guestId: '',
  username: '',
  name: '',
  deviceToken: '',
});

serveJobs(async (request: ChatRequest): Promise<Partial<ChatResult>> => {
  if ('connect' in request) return connect(request.connect);
  if ('send' in request) return send();
  await Promise.all(sockets.map((socket) => socket.close()));
  sockets = [];
  return {};
});
