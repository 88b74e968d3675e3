import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Localized } from '../content/fields.ts';
import { cacheControlOf } from './built-file.ts';
import { filePolicy, withStyles } from './content-policy.ts';
import { AppError } from '../kernel/app-error.ts';
import { invitationOf, withPreview } from './link-preview.ts';
import { chosenLocale, isMembersAddress, pageFile, styleHashes } from './site-pages.ts';

/** Headers that only pages need: on fonts and stylesheets they would be a useless kilobyte. */
const PAGE_HEADERS = ['content-security-policy', 'permissions-policy'];
/** The service worker, which controls every page. */
const WORKER = 'sw.js';
const packed = promisify(gzip);

export interface SiteOptions {
  /** Folder of the built app. */
  webDir: string;
  contentDir: string;
  /** Public address of this server; undefined to take it from requests. */
  publicUrl: string | undefined;
  /** Returns the brand's name, by language. */
  brandName: () => Promise<Localized>;
}

/** Serves the built player app, and the operator's pictures beneath `/content/`. */
export async function serveSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const { webDir, contentDir, publicUrl, brandName } = options;
  await app.register(fastifyStatic, {
    root: path.join(contentDir, 'assets'),
    prefix: '/content/',
    decorateReply: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      // An SVG that is opened directly must not run scripts.
      reply.header('content-security-policy', filePolicy);
    },
  });

  const isBuilt = existsSync(path.join(webDir, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDir,
      serve: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        reply.header('cache-control', cacheControlOf(file));
        if (/\.woff2$|\.css(?:\.\w+)?$/.test(file)) for (const name of PAGE_HEADERS) reply.removeHeader(name);
        if (path.basename(file).startsWith(WORKER)) reply.header('service-worker-allowed', '/');
        const page = file.replace(/\.(?:br|gz)$/, '');
        if (page.endsWith('.html')) {
          const policy = String(reply.getHeader('content-security-policy'));
          reply.header('content-security-policy', withStyles(policy, styleHashes(page)));
        }
      },
    });
    for (const file of await builtFiles(webDir)) {
      app.route({
        method: ['HEAD', 'GET'],
        url: `/${encodeURI(file)}`,
        schema: { hide: true },
        handler: (_request, reply) => reply.sendFile(file),
      });
    }
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !path.extname(request.url.split('?', 1)[0] ?? '');
    if (!isPage || !isBuilt) throw new AppError('NO_DATA');
    const [address = '/'] = request.url.split('?', 1);
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, cookie');
    if (isMembersAddress(address)) {
      // Search engines have nothing to index here: a visitor without a session is sent to the login page.
      reply.header('link', `<${request.protocol}://${request.host}/login>; rel="canonical"`);
    }
    const file = pageFile(webDir, address.replace(/(?<=.)\/$/, ''), chosenLocale(request.headers.cookie));
    const code = invitationOf(request.url);
    if (code === undefined) return reply.sendFile(file);
    const name = await brandName();
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const page = withPreview(path.join(webDir, file), { code, nameIn: (language) => name[language], origin });
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', withStyles(policy, styleHashes(path.join(webDir, file))));
    return sendPage(request, reply, page);
  });
  await takeStrayForms(app);
}

/** Sends a generated page, compressed if the browser accepts it. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page);
  return reply.header('content-encoding', 'gzip').send(await packed(page));
}

/** Returns the files of a built app as URL paths. Compressed variants are sent in place of the originals. */
async function builtFiles(webDir: string): Promise<string[]> {
  const entries = await readdir(webDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(webDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(file));
}

/**
 * Handles forms that a page submits without its script: the browser is redirected back, and the body is not
 * read.
 */
async function takeStrayForms(app: FastifyInstance): Promise<void> {
  await app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    for (const address of ['/login', '/register']) {
      forms.post(address, { schema: { hide: true } }, (_request, reply) => reply.redirect(address, 303));
    }
  });
}
