/** The yardstick of a call that looks something up: the same Fastify with nothing to do but to answer. */
import Fastify from 'fastify';

const { PORT, SIZE } = process.env;
const frame = JSON.stringify({ text: '' });
const answer = JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(SIZE) - frame.length)) });

const app = Fastify();
app.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
