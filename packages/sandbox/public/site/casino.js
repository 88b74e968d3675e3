/** The card table: turns the dragon's card, then the tiger's. */
import { openTable, pause } from './table.js';

const board = document.querySelector('#board');
const cards = { dragon: document.querySelector('#dragon'), tiger: document.querySelector('#tiger') };
const TURN_MS = 500;

function turnUp(card, face) {
  card.textContent = face;
  card.classList.toggle('red', /[♥♦]/.test(face));
  card.classList.remove('back');
}

function turnDown(card) {
  card.textContent = '';
  card.classList.remove('red');
  card.classList.add('back');
}

openTable({
  before() {
    board.classList.remove('won');
    for (const card of Object.values(cards)) turnDown(card);
  },
  async show({ dragon, tiger }, win) {
    await pause(TURN_MS);
    turnUp(cards.dragon, dragon);
    await pause(TURN_MS);
    turnUp(cards.tiger, tiger);
    board.classList.toggle('won', win > 0);
    return `${dragon} – ${tiger}`;
  },
});
