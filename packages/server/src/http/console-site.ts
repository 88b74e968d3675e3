import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { StaffError } from '../kernel/staff-error.ts';
import { answerError } from './answer-error.ts';
import { cacheControlOf } from './built-file.ts';
import { consolePolicy } from './content-policy.ts';

/**
 * Serves the built console: its files, and its page at every other address outside `/staff/api/`. Without a build
 * only the calls answer.
 * @param folder the built console
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', cacheControlOf(file));
        reply.header('content-security-policy', consolePolicy);
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const [address = '/'] = request.url.split('?', 1);
    const isCall = /^\/(?:staff|api)\//.test(address);
    const isPage = request.method === 'GET' && !isCall && !path.extname(address);
    if (isPage && isBuilt) return reply.sendFile('index.html');
    return answerError(new StaffError('NO_DATA'), request, reply);
  });
}
