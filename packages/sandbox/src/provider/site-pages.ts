/** The pages of a provider's site. */
import { formatAmount } from '@krapao/contract/money';
import { html, type SafeHtml } from '../http/html.ts';
import type { Lang, PlayerRecord } from '../store/records.ts';
import type { ProviderInfo } from './providers.ts';
import { SITE_WORDS } from './site-words.ts';
import { STAKES, STRIP, SYMBOLS, THREE_PAY, TWO_PAY } from './slot-game.ts';

const LANG_NAMES: Readonly<Record<Lang, string>> = { th: 'ไทย', la: 'ລາວ', en: 'English' };
const DEFAULT_STAKE = 1;

function page(lang: Lang, title: string, body: SafeHtml, script?: string): string {
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
        ${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

/** A page that says one thing, with a picture above it. */
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

/** The door for players who come with their username and password. */
export function signInPage(provider: ProviderInfo, lang: Lang, username: string, wrong: boolean): string {
  const words = SITE_WORDS[lang];
  const languages = Object.entries(LANG_NAMES).map(
    ([code, name]) => html`<a href="?lang=${code}" lang="${SITE_WORDS[code as Lang].htmlLang}">${name}</a>`,
  );
  return page(
    lang,
    `${provider.name} · ${words.signInTitle}`,
    html`<main class="door">
      <p class="brand">${provider.name}</p>
      <h1>${words.signInTitle}</h1>
      ${wrong ? html`<p class="wrong" role="alert">${words.wrong}</p>` : ''}
      <form method="post" action="/site/${provider.code}/login">
        <input type="hidden" name="lang" value="${lang}" />
        <label>
          <span>${words.username}</span>
          <input name="username" value="${username}" autocomplete="username" autocapitalize="none" required />
        </label>
        <label>
          <span>${words.password}</span>
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button class="spin">${words.signIn}</button>
      </form>
      <nav class="languages">${languages}</nav>
    </main>`,
  );
}

function payTable(lang: Lang): SafeHtml {
  const rows = SYMBOLS.map((symbol) => {
    const picture = html`<img
      src="/assets/site/symbols/${symbol}.svg"
      alt="${symbol}"
      width="28"
      height="28"
    />`;
    const two = TWO_PAY[symbol];
    return html`<tr>
      <td>${picture}</td>
      <td>3 → ×${THREE_PAY[symbol]}</td>
      <td>${two === undefined ? '' : `2 → ×${two}`}</td>
    </tr>`;
  });
  return html`<details class="pays">
    <summary>${SITE_WORDS[lang].pays}</summary>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}

/** The game itself: greets the player, shows the credit, and is played by `game.js`. */
export function gamePage(provider: ProviderInfo, lang: Lang, player: PlayerRecord): string {
  const words = SITE_WORDS[lang];
  const stakes = STAKES.map(
    (stake) =>
      html`<label class="stake">
        <input
          type="radio"
          name="stake"
          value="${stake}"
          ${stake === DEFAULT_STAKE ? html`checked` : ''}
        /><span>${stake}</span>
      </label>`,
  );
  const reel = html`<div class="reel"><div class="strip"></div></div>`;
  return page(
    lang,
    provider.name,
    html`<header class="top">
        <p class="brand">${provider.name}</p>
        <form method="post" action="/site/${provider.code}/leave">
          <button class="quiet">${words.leave}</button>
        </form>
      </header>
      <main
        class="game"
        data-api="/site/${provider.code}/api"
        data-home="/site/${provider.code}/play"
        data-strip="${STRIP.join(' ')}"
        data-won="${words.won}"
        data-lost="${words.lost}"
        data-not-enough="${words.notEnough}"
        data-signed-out="${words.signedOut}"
        data-failed="${words.failed}"
      >
        <p class="hello">${words.hello} <strong id="player">${player.username}</strong></p>
        <dl class="figures">
          <div>
            <dt>${words.credit}</dt>
            <dd>฿<span id="balance">${formatAmount(player.balanceMinor)}</span></dd>
          </div>
          <div>
            <dt>${words.turnover}</dt>
            <dd>฿<span id="turnover">${formatAmount(player.turnoverMinor)}</span></dd>
          </div>
        </dl>
        <div class="cabinet">
          <div class="reels" id="reels" aria-hidden="true">${[reel, reel, reel]}</div>
        </div>
        <p id="message" class="message" role="status">${words.ready}</p>
        <form id="play">
          <fieldset class="stakes">
            <legend>${words.stake} ฿</legend>
            ${stakes}
          </fieldset>
          <button class="spin" id="spin">${words.spin}</button>
        </form>
        ${payTable(lang)}
      </main>`,
    '/assets/site/game.js',
  );
}
