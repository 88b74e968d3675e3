/** The game page: greets the player, shows the credit, and runs the script of its category. */
import { formatAmount, type Minor } from '@krapao/contract/money';
import { html, type SafeHtml } from '../http/html.ts';
import type { Lang, PlayerRecord } from '../store/records.ts';
import { STAKES } from './games/stakes.ts';
import { STRIP } from './games/slot.ts';
import type { ProviderInfo } from './providers.ts';
import { BOARDS } from './site-boards.ts';
import { page } from './site-pages.ts';
import { SITE_WORDS, type SiteWords } from './site-words.ts';

const DEFAULT_STAKE = 1;

const figure = (id: string, name: string, amount: Minor): SafeHtml =>
  html`<div role="group" aria-labelledby="${id}-name">
    <span class="name" id="${id}-name">${name}</span>
    <span class="value">฿<span id="${id}">${formatAmount(amount)}</span></span>
  </div>`;

const stakeChoices = (): SafeHtml[] =>
  STAKES.map(
    (stake) =>
      html`<label class="choice">
        <input
          type="radio"
          name="stake"
          value="${stake}"
          ${stake === DEFAULT_STAKE ? html`checked` : ''}
        /><span>${stake}</span>
      </label>`,
  );

function playForm({ category }: ProviderInfo, words: SiteWords): SafeHtml {
  return html`<form id="play" autocomplete="off">
    ${BOARDS[category].picks(words)}
    <fieldset class="choices">
      <legend>${words.stake} ฿</legend>
      ${stakeChoices()}
    </fieldset>
    <button class="spin" id="play-button">${words.play[category]}</button>
  </form>`;
}

export function gamePage(provider: ProviderInfo, lang: Lang, player: PlayerRecord): string {
  const words = SITE_WORDS[lang];
  const { code, name, category } = provider;
  const board = BOARDS[category];
  return page(
    lang,
    name,
    html`<header class="top">
        <p class="brand">${name}</p>
        <form method="post" action="/site/${code}/leave">
          <button class="quiet">${words.leave}</button>
        </form>
      </header>
      <main
        class="game"
        data-api="/site/${code}/api"
        data-home="/site/${code}/play"
        data-strip="${STRIP.join(' ')}"
        data-won="${words.won}"
        data-lost="${words.lost}"
        data-drawn="${words.drawn}"
        data-not-enough="${words.notEnough}"
        data-signed-out="${words.signedOut}"
        data-maintenance="${words.maintenanceTitle}"
        data-failed="${words.failed}"
      >
        <h1 class="hello">${words.hello} <strong id="player">${player.username}</strong></h1>
        <div class="figures">
          ${figure('balance', words.credit, player.balanceMinor)}
          ${figure('turnover', words.turnover, player.turnoverMinor)}
        </div>
        ${board.table(words)}
        <p id="message" class="message" role="status">${words.ready[category]}</p>
        ${playForm(provider, words)} ${board.below(words)}
      </main>`,
    `/assets/site/${category}.js`,
  );
}
