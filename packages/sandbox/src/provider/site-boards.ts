/** Page parts of each kind of game: its table, the picks, and the payouts. */
import { html, type SafeHtml } from '../http/html.ts';
import { CARD_PAY, CARD_PICKS } from './games/dragon-tiger.ts';
import { MATCH_PICKS, ODDS } from './games/match.ts';
import { SYMBOLS, THREE_PAY, TWO_PAY } from './games/slot.ts';
import { NUMBER_PAY } from './games/two-digits.ts';
import type { Category } from './providers.ts';
import type { SiteWords } from './site-words.ts';

export interface Board {
  readonly table: (words: SiteWords) => SafeHtml;
  /** Picks made before a round. */
  readonly picks: (words: SiteWords) => SafeHtml;
  readonly below: (words: SiteWords) => SafeHtml;
}

const NOTHING = html``;

interface Pick {
  readonly value: string;
  readonly name: string;
  readonly pays: string;
}

/** Returns a choice of a few picks; the first one is preselected. */
const pickChoices = (legend: string, picks: readonly Pick[]): SafeHtml =>
  html`<fieldset class="choices picks">
    <legend>${legend}</legend>
    ${picks.map(
      ({ value, name, pays }, index) =>
        html`<label class="choice">
          <input type="radio" name="pick" value="${value}" ${index === 0 ? html`checked` : ''} /><span
            >${name} <small>×${pays}</small></span
          >
        </label>`,
    )}
  </fieldset>`;

function payTable(words: SiteWords): SafeHtml {
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
    <summary>${words.pays}</summary>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}

const reel = html`<div class="reel"><div class="strip"></div></div>`;

const slot: Board = {
  table: () =>
    html`<div class="cabinet">
      <div class="reels" id="reels" aria-hidden="true">${[reel, reel, reel]}</div>
    </div>`,
  picks: () => NOTHING,
  below: payTable,
};

const team = (side: string, name: string): SafeHtml =>
  html`<div class="team"><span class="crest ${side}"></span><strong>${name}</strong></div>`;

const sport: Board = {
  table: (words) =>
    html`<div class="board pitch" id="board" aria-hidden="true">
      ${team('home', words.home)}
      <p class="score"><span id="home">–</span> : <span id="away">–</span></p>
      ${team('away', words.away)}
    </div>`,
  picks: (words) =>
    pickChoices(
      words.pick,
      MATCH_PICKS.map((value) => ({
        value,
        name: words[value],
        pays: (Number(ODDS[value]) / 100).toFixed(2),
      })),
    ),
  below: () => NOTHING,
};

const seat = (side: string, name: string): SafeHtml =>
  html`<div class="seat">
    <strong>${name}</strong>
    <div class="card back" id="${side}"></div>
  </div>`;

const casino: Board = {
  table: (words) =>
    html`<div class="board felt" id="board" aria-hidden="true">
      ${seat('dragon', words.dragon)} ${seat('tiger', words.tiger)}
    </div>`,
  picks: (words) =>
    pickChoices(
      words.pick,
      CARD_PICKS.map((value) => ({ value, name: words[value], pays: String(CARD_PAY[value]) })),
    ),
  below: () => NOTHING,
};

const lotto: Board = {
  table: () =>
    html`<div class="board drum" id="board" aria-hidden="true">
      <span class="ball" id="tens">?</span><span class="ball" id="units">?</span>
    </div>`,
  picks: (words) =>
    html`<label class="number">
      <span>${words.number}</span>
      <input
        name="pick"
        value="27"
        inputmode="numeric"
        pattern="[0-9]{2}"
        minlength="2"
        maxlength="2"
        required
      />
    </label>`,
  below: (words) => html`<p class="soft">${words.pay.replace('{times}', String(NUMBER_PAY))}</p>`,
};

export const BOARDS: Readonly<Record<Category, Board>> = { slot, sport, casino, lotto };
