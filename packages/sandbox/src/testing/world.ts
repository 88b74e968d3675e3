/** Test fixtures: a sandbox for each test, a signing client, and a receiver of callbacks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_SECRET, startSandbox, type Sandbox, type SandboxOptions } from '../app.ts';
import { bodyHash, BODY_HASH_HEADER } from '../signature/body-hash.ts';
import { formHash } from '../signature/form-hash.ts';
import { sign } from '../signature/signature.ts';

export interface Answer<T> {
  readonly status: number;
  /** Body in the type that the test expects; the test has to check it. */
  readonly body: T;
}

export interface FormAnswer {
  readonly code: number;
  readonly [field: string]: unknown;
}

export interface TestWorld extends Sandbox {
  /** A signed call of a protocol. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  /** A signed call with an answer of any type. */
  post(path: string, body: unknown): Promise<Response>;
  /** A call of a provider with hashed forms. */
  form(code: string, action: string, fields?: Record<string, string>): Promise<Answer<FormAnswer>>;
  /** A call of a provider with balances only. */
  hashed<T = unknown>(code: string, verb: string, body: object): Promise<Answer<T>>;
  /** An unsigned call of the control. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
}

async function send<T>(
  url: string,
  method: string,
  text: string | undefined,
  headers: Record<string, string>,
): Promise<Answer<T>> {
  const answer = await fetch(url, {
    method,
    headers: text === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(text === undefined ? {} : { body: text }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

const textOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

/** Starts a sandbox that is stopped when the test ends, if the test did not stop it itself. */
export async function startWorld(options: SandboxOptions = {}): Promise<TestWorld> {
  const sandbox = await startSandbox({ seed: '1', ...options });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= sandbox.stop());
  onTestFinished(stop);
  const { now = Date.now, secret = DEFAULT_SECRET } = options;
  return {
    ...sandbox,
    stop,
    call<T>(method: string, path: string, body?: unknown) {
      const text = textOf(body);
      const headers = sign(secret, now(), { method, path, body: text ?? '' });
      return send<T>(sandbox.url + path, method, text, headers);
    },
    post(path, body) {
      const text = JSON.stringify(body);
      const headers = sign(secret, now(), { method: 'POST', path, body: text });
      return fetch(sandbox.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: text,
      });
    },
    async form(code, action, fields = {}) {
      const all = { ...fields, action, time: String(Math.floor(now() / 1000)) };
      const answer = await fetch(`${sandbox.url}/provider/${code}/api`, {
        method: 'POST',
        body: new URLSearchParams({ ...all, sign: formHash(all, secret) }),
      });
      return { status: answer.status, body: (await answer.json()) as FormAnswer };
    },
    hashed<T>(code: string, verb: string, body: object) {
      const text = JSON.stringify(body);
      const url = `${sandbox.url}/provider/${code}/v1/${verb}`;
      return send<T>(url, 'POST', text, { [BODY_HASH_HEADER]: bodyHash(text, secret) });
    },
    control: <T>(method: string, path: string, body?: unknown) =>
      send<T>(sandbox.url + path, method, textOf(body), {}),
  };
}

/** A folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock that stands still until the test moves it forward. */
export function testClock(startMs = Date.UTC(2026, 0, 2, 3, 4, 5)) {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    forward(ms: number): void {
      nowMs += ms;
    },
  };
}

/** Returns scripted numbers one after the other, then repeats the last one for ever. */
export function scripted(...numbers: number[]): () => number {
  let next = 0;
  return () => numbers[Math.min(next++, numbers.length - 1)] ?? 0;
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the status of later answers; null leaves calls without an answer. */
  answer(status: number | null): void;
  /** Sets the text of later answers. */
  say(text: string): void;
}

/** A server that collects callbacks. */
export async function startReceiver(status: number | null = 200): Promise<Receiver> {
  const received: Received[] = [];
  let answerStatus = status;
  let answerText = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, text });
      if (answerStatus !== null) response.writeHead(answerStatus).end(answerText);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      answerStatus = next;
    },
    say: (text) => {
      answerText = text;
    },
  };
}
