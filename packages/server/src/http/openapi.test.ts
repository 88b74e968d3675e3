import { failuresOf } from '@krapao/contract/answers';
import { ERROR_STATUS } from '@krapao/contract/errors';
import { routes } from '@krapao/contract/routes';
import type { RouteSpec } from '@krapao/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../kernel/app-error.ts';
import { endOf } from '../testing/api.ts';
import type { TestMember } from '../testing/members.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createLogger } from '../kernel/logger.ts';
import { createApp } from './app.ts';
import { createRouter } from './router.ts';

interface Schema {
  enum?: string[];
  description?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

/** Calls that may invalidate the member's token. */
const ENDS_SESSION = /log(?:in|out)|session|changepwd/;
const HEADER = 'x-requested-with';
const specs: [string, RouteSpec][] = Object.entries(routes);

describe('the OpenAPI document', () => {
  let server: TestServer;
  let document: Document;
  let member: TestMember;

  beforeAll(async () => {
    server = await startTestServer();
    document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document;
    member = await server.members.join();
  });
  afterAll(() => server.stop());

  const operationOf = ({ method, path }: RouteSpec): Operation => {
    const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (!found) throw new Error(`${method} ${path} is not in the document`);
    return found;
  };
  const codesOf = ({ responses }: Operation, status: number): string[] =>
    responses[status]?.content?.['application/json']?.schema.properties?.['message']?.enum ?? [];
  const concrete = (path: string) => path.replace(/:\w+/g, 'PG');

  it.each(specs)('names every status and code: %s', (_key, spec) => {
    const operation = operationOf(spec);
    expect(Object.keys(operation.responses).map(Number)).toEqual([200, ...failuresOf(spec).keys()]);
    for (const [status, codes] of failuresOf(spec)) expect(codesOf(operation, status)).toEqual(codes);
    for (const code of spec.errors) expect(codesOf(operation, ERROR_STATUS[code])).toContain(code);
  });

  it.each(specs)(
    'says of %s whether it wants the app’s own header, as the server does',
    async (_key, spec) => {
      const parameter = operationOf(spec).parameters?.find(({ name }) => name === HEADER);
      const { token } = ENDS_SESSION.test(spec.path) ? await server.members.join() : member;
      const send = async (headers: Record<string, string>) => {
        const response = await fetch(server.url + concrete(spec.path), {
          method: spec.method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(spec.method !== 'GET' && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...((spec.method === 'POST' || spec.method === 'PUT') && { body: '{}' }),
        });
        const body = (await response.json().catch(() => ({}))) as { message?: string };
        return { status: response.status, message: body.message ?? '' };
      };
      const without = await send({});
      const [value = ''] = parameter?.schema.enum ?? ['wallet-user'];
      const answer = await send({ [HEADER]: value });
      if (parameter) {
        expect(parameter).toMatchObject({ in: 'header', required: true });
        expect(without).toEqual({ status: 400, message: 'KEY_MISSING' });
        expect(answer.message).not.toBe('KEY_MISSING');
      } else if (without.message === 'KEY_MISSING') {
        // Something else is missing, and the answer with the header shows it too.
        expect(answer.message).toBe('KEY_MISSING');
      }
      for (const { status, message } of [without, answer]) {
        if (status !== 200) expect(codesOf(operationOf(spec), status)).toContain(message);
      }
    },
  );

  it('names the main wallet where credit moves', () => {
    const { requestBody } = operationOf(routes['POST /api/wallet/transfer']);
    const sides = requestBody?.content['application/json']?.schema.properties;
    for (const side of ['from', 'to']) expect(sides?.[side]?.description).toContain('`WALLET`');
  });

  it('has every callback of the server as a webhook, and no other', async () => {
    const paths = server.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => /(\/api\/callback\/\S*) \(POST\)/.exec(line)?.[1] ?? []);
    expect(paths.length).toBeGreaterThan(2);
    const documented = Object.keys(document.webhooks).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
    expect(documented.toSorted()).toEqual(paths.toSorted());
    for (const [path, { post }] of Object.entries(document.webhooks)) {
      const headers = post.parameters?.filter((one) => one.in === 'header' && one.required);
      // A token in the body signs the callback of the digital wallet; a game provider proves itself by its form.
      const signed =
        path.includes('/provider/') || path === '/api/callback/ewallet' ? [] : ['x-timestamp', 'x-signature'];
      expect(headers?.map(({ name }) => name) ?? []).toEqual(signed);
      const real = path.replace('{provider}', 'KBANK').replace('{code}', 'PG');
      const answer = await server.api.send('POST', real, { event: 'payment' });
      expect(codesOf(post, answer.status)).toContain(endOf(answer));
    }
  });
});

describe('a code that the contract does not declare', () => {
  const answerOf = async (assertsErrors: boolean): Promise<string> => {
    const app = await createApp(createLogger('silent'), { assertsErrors });
    const limits = {
      of: () => (_request: unknown, work: () => unknown) => work(),
      stranger: () => undefined,
    };
    const refuse = () => Promise.reject(new Error());
    const router = createRouter(
      app,
      { authenticate: refuse, authenticateWith: () => refuse },
      limits as never,
      async () => true,
    );
    router.add(routes['GET /api/lookup/active'], () => {
      throw new AppError('NO_BANK');
    });
    const { body } = await app.inject('/api/lookup/active');
    await app.close();
    return (JSON.parse(body) as { message: string }).message;
  };

  it('is a fault of ours in development and tests, and is answered elsewhere', async () => {
    const told: string[] = [];
    const listen = (warning: Error) => told.push(warning.message);
    process.on('warning', listen);
    expect(await answerOf(true)).toBe('INTERNAL_SERVER_ERROR');
    expect(await answerOf(false)).toBe('NO_BANK');
    process.off('warning', listen);
    expect(told).toEqual(['GET /api/lookup/active answered NO_BANK, which the contract does not declare']);
  });
});
