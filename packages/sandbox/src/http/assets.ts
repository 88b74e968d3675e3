import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from './types.ts';

/** Beside both `src` and `dist`. */
const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));
const FONT_PACKAGES = ['@fontsource-variable/noto-sans-thai', '@fontsource-variable/noto-sans-lao'];

const cacheControl =
  (value: string) =>
  (reply: FastifyReply): void => {
    reply.header('cache-control', value);
  };

/** Serves styles, scripts, pictures and fonts of the pages, all from this machine. */
export function serveAssets(app: App): void {
  const require = createRequire(import.meta.url);
  const fontFolders = FONT_PACKAGES.map((name) =>
    join(dirname(require.resolve(`${name}/package.json`)), 'files'),
  );
  app.register(fastifyStatic, {
    root: PUBLIC_FOLDER,
    prefix: '/assets/',
    index: false,
    setHeaders: cacheControl('no-cache'),
  });
  app.register(fastifyStatic, {
    root: fontFolders,
    prefix: '/assets/fonts/',
    index: false,
    decorateReply: false,
    setHeaders: cacheControl('public, max-age=604800'),
  });
  app.get('/', async (_request, reply) => reply.sendFile('page/index.html'));
}
