/**
 * The yardsticks of a lookup call. `APP=product`: the product's own Fastify, with its ids, headers and log,
 * which answers a constant; else a bare one.
 */
import { createApp } from '@krapao/server/http/app';
import { createLogger } from '@krapao/server/kernel/logger';
import Fastify from 'fastify';

const { PORT, SIZE, APP } = process.env;
const frame = JSON.stringify({ text: '' });
const answer = JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(SIZE) - frame.length)) });

const app = APP === 'product' ? await createApp(createLogger('info')) : Fastify();
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
