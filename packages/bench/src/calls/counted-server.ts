import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { routes, type RouteKey } from '@krapao/contract/routes';
import type { RouteSpec } from '@krapao/contract/route';
import { startSandbox } from '@krapao/sandbox/app';
import { createLogger } from '@krapao/server/kernel/logger';
import { readSettings } from '@krapao/server/kernel/settings';
import { startServer } from '@krapao/server/start-server';
import { createMigrated, type BenchDatabase } from '../postgres/databases.ts';
import { fill, type FillOptions } from '../seed/fill.ts';
import { disownBackground } from './background.ts';
import { QueryCounter, type SentQuery } from './query-counter.ts';

const SECRET = 'a secret of the bench';

/** Inputs of a call. */
export interface CallParts {
  params?: Readonly<Record<string, string>>;
  body?: object;
  /** Form with this file, in place of a body. */
  file?: { bytes: Uint8Array; name: string; type: string };
  token?: string;
}

/** Answer of a call and its cost. */
export interface CountedAnswer {
  /** `OK`, or the refusal's code. */
  end: string;
  body: unknown;
  queries: readonly SentQuery[];
}

/** The product's server on its own database; counts its queries. */
export class CountedServer {
  readonly database: BenchDatabase;
  readonly sandboxUrl: string;
  readonly #url: string;
  readonly #counter: QueryCounter;
  readonly #stop: () => Promise<void>;

  private constructor(parts: {
    database: BenchDatabase;
    url: string;
    sandboxUrl: string;
    counter: QueryCounter;
    stop: () => Promise<void>;
  }) {
    this.database = parts.database;
    this.sandboxUrl = parts.sandboxUrl;
    this.#url = parts.url;
    this.#counter = parts.counter;
    this.#stop = parts.stop;
  }

  static async start(postgresUrl: string, members: FillOptions): Promise<CountedServer> {
    const database = await createMigrated(postgresUrl);
    await fill(database.url, members);
    const sandbox = await startSandbox({ secret: SECRET });
    const settings = readSettings({
      DATABASE_URL: database.url,
      PORT: '0',
      SANDBOX_URL: sandbox.url,
      SANDBOX_SECRET: SECRET,
      SECRET_KEY: 'thirty-two characters of a secret key',
      WEB_DIR: '/nowhere',
      AUDIT_HOUR: 'off',
      CONSOLE_PORT: 'off',
      LIMITS: 'wide',
      // Workers run rarely, because only the queries of calls are counted.
      RECONCILE_EVERY_MS: '600000',
      TURNOVER_EVERY_MS: '600000',
      PAYOUT_DELAY_HOURS: '720',
    });
    const server = await startServer(settings, createLogger('silent'));
    const counter = new QueryCounter();
    const ownBackground = disownBackground();
    const stop = async (): Promise<void> => {
      counter.stop();
      ownBackground();
      await server.stop();
      await sandbox.stop();
      await database.drop();
    };
    return new CountedServer({ database, url: server.url, sandboxUrl: sandbox.url, counter, stop });
  }

  async call(key: RouteKey, { params = {}, body, file, token }: CallParts): Promise<CountedAnswer> {
    const { method, path }: RouteSpec = routes[key];
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const form = file && formOf(file);
    const response = await fetch(this.#url + filled, {
      method,
      headers: {
        [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
    });
    const text = await response.text();
    const queries = [...this.#counter.of(response.headers.get('x-request-id') ?? '')];
    const answer: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    const { message = '' } = answer as { message?: string };
    return { end: response.ok ? 'OK' : message, body: answer, queries };
  }

  /** Makes a control call to the sandbox. */
  async control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.sandboxUrl}/control${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} /control${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

function formOf({ bytes, name, type }: NonNullable<CallParts['file']>): FormData {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
}
