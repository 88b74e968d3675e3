/** Shared parts of the pages of the providers' sites, and the pages with a single message. */
import type { FastifyReply } from 'fastify';
import { html, type SafeHtml } from '../http/html.ts';
import type { Lang } from '../store/records.ts';
import { SITE_WORDS } from './site-words.ts';

export function page(lang: Lang, title: string, body: SafeHtml, script?: string): string {
  return html`<!doctype html>
    <html lang="${SITE_WORDS[lang].htmlLang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#1b0f33" />
        <title>${title}</title>
        <link rel="icon" href="/assets/site/symbols/seven.svg" />
        <link rel="stylesheet" href="/assets/fonts.css" />
        <link rel="stylesheet" href="/assets/site/site.css" />
        <link rel="stylesheet" href="/assets/site/boards.css" />
        ${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

/** Returns a page with one message and a picture above it. */
function noticePage(lang: Lang, symbol: string, title: string, text: string): string {
  return page(
    lang,
    title,
    html`<main class="notice">
      <img src="/assets/site/symbols/${symbol}.svg" alt="" width="96" height="96" />
      <h1>${title}</h1>
      <p>${text}</p>
    </main>`,
  );
}

export const badLinkPage = (lang: Lang): string =>
  noticePage(lang, 'bell', SITE_WORDS[lang].linkTitle, SITE_WORDS[lang].linkText);

export const goodbyePage = (lang: Lang): string =>
  noticePage(lang, 'coin', SITE_WORDS[lang].byeTitle, SITE_WORDS[lang].byeText);

export const unknownProviderPage = (lang: Lang): string =>
  noticePage(lang, 'chili', SITE_WORDS[lang].missingTitle, SITE_WORDS[lang].missingText);

export const maintenancePage = (lang: Lang): string =>
  noticePage(lang, 'mango', SITE_WORDS[lang].maintenanceTitle, SITE_WORDS[lang].maintenanceText);

export const sendPage = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);
