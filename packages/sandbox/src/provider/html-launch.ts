/** A launch answered with a page that posts a one-time token to the provider's site by itself. */
import { createHash } from 'node:crypto';
import { html, inlineScript } from '../http/html.ts';
import type { Lang } from '../store/records.ts';
import { SITE_WORDS } from './site-words.ts';

const SCRIPT = 'document.forms[0].submit()';
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** Returns the page's policy: run its one script and post its one form. */
export const launchPolicy = (siteUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}'`,
    `form-action ${new URL(siteUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface LaunchPage {
  /** Site address without a trailing slash. */
  readonly siteUrl: string;
  readonly token: string;
  readonly lang: Lang;
}

/** Without scripts the player presses the button. */
export function launchPage({ siteUrl, token, lang }: LaunchPage): string {
  const words = SITE_WORDS[lang];
  return html`<!doctype html>
    <html lang="${words.htmlLang}">
      <head>
        <meta charset="utf-8" />
        <title>${words.opening}</title>
      </head>
      <body>
        <form method="post" action="${siteUrl}/enter">
          <input type="hidden" name="token" value="${token}" />
          <button>${words.opening}</button>
        </form>
        ${inlineScript(SCRIPT)}
      </body>
    </html>`.markup;
}
