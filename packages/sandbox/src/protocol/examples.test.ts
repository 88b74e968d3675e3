import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sign } from '../signature/signature.ts';
import { startWorld } from '../testing/world.ts';

const FOLDER = new URL('../../../../docs/protocol/', import.meta.url);
const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8');

interface Example {
  method: string;
  path: string;
  body: unknown;
  status: number;
  reply: unknown;
}

/** Reads the blocks of the page: a request line, its body, the status, the answer. */
function examplesOf(page: string): Example[] {
  return [...page.matchAll(/```http\n(.+?)```/gs)].map(([, block = '']) => {
    const [asked = '', answered = ''] = block.split('\n\n');
    const [line = '', ...body] = asked.split('\n');
    const [status = '', ...reply] = answered.split('\n');
    const [method = '', path = ''] = line.split(' ');
    return {
      method,
      path,
      body: body.join('') ? JSON.parse(body.join('\n')) : undefined,
      status: Number(status),
      reply: JSON.parse(reply.join('\n')),
    };
  });
}

/** In the page, `…` stands for a value of the service. */
const asWritten = (written: unknown): unknown => {
  if (written === '…') return expect.anything();
  if (Array.isArray(written)) return written.map(asWritten);
  if (typeof written !== 'object' || written === null) return written;
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, asWritten(value)]));
};

it('the examples of the page are what the sandbox answers', async () => {
  const world = await startWorld();
  const examples = examplesOf(read('examples.md'));
  expect(examples.length).toBeGreaterThan(15);
  for (const { method, path, body, status, reply } of examples) {
    const answer = await world.call(method, path, body);
    expect({ call: `${method} ${path}`, ...answer }).toEqual({
      call: `${method} ${path}`,
      status,
      body: asWritten(reply),
    });
  }
});

it('the signature of the page is the one of the sandbox', () => {
  const page = read('README.md');
  const secret = /secret `([^`]+)`/.exec(page)?.[1] ?? '';
  const [, method = '', path = '', body = ''] = /`(POST) (\/\S+)` with the body\s+`([^`]+)`/.exec(page) ?? [];
  const timestamp = /at `(\d{13})`/.exec(page)?.[1] ?? '';
  const signature = /is\s+`([0-9a-f]{64})`/.exec(page)?.[1] ?? '';
  expect(sign(secret, Number(timestamp), { method, path, body })).toEqual({
    'x-timestamp': timestamp,
    'x-signature': signature,
  });
});
