import { routes } from '@krapao/contract/routes';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lazySerializers } from './lazy-serializers.ts';
import { replyWriter } from './reply-writer.ts';

describe('writers of replies', () => {
  const schema = z.object({ text: z.string() });

  it('write before the server has compiled them by itself', () => {
    const write = lazySerializers(Fastify())({ schema });
    expect(write({ text: 'a', secret: 'b' })).toBe('{"text":"a"}');
    expect(write({ text: 'c' })).toBe('{"text":"c"}');
  });

  it('can be compiled from every reply of the contract', () => {
    for (const { response } of Object.values(routes)) expect(replyWriter(response)).toBeTypeOf('function');
  });

  it('are compiled when the server listens, and a fault is told in the log', async () => {
    let write = (_line: string): void => {};
    const logged = new Promise<string>((resolve) => (write = resolve));
    const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => write(line) } } });
    lazySerializers(app)({ schema: z.date() });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const line: unknown = JSON.parse(await logged);
    await app.close();
    expect(line).toMatchObject({ msg: 'a reply cannot be written' });
  });
});
