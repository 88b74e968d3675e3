import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { filePolicy } from './content-policy.ts';
import { AppError } from '../kernel/app-error.ts';

const YEAR_S = 31_536_000;
/** The service worker, which sees to every page. */
const WORKER = 'sw.js';

/** Serves the built player app, and the operator's pictures beneath `/content/`. */
export async function serveSite(app: FastifyInstance, webDir: string, contentDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(contentDir, 'assets'),
    prefix: '/content/',
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      // An SVG opened by itself must not run what it may contain.
      reply.header('content-security-policy', filePolicy);
    },
  });

  const isBuilt = existsSync(path.join(webDir, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        // Vite names what it builds by content; everything else may change under its name.
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
        if (path.basename(file).startsWith(WORKER)) reply.header('service-worker-allowed', '/');
      },
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !path.extname(request.url.split('?', 1)[0] ?? '');
    if (!isPage || !isBuilt) throw new AppError('NO_DATA');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
