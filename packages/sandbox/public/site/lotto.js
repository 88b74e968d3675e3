/** The lotto: draws one ball for the tens and one for the units. */
import { openTable, pause, tableWords } from './table.js';

const board = document.querySelector('#board');
const balls = [document.querySelector('#tens'), document.querySelector('#units')];
const DRAW_MS = 600;

openTable({
  before() {
    board.classList.remove('won');
    for (const ball of balls) ball.textContent = '?';
  },
  async show({ drawn }, win) {
    for (const [index, ball] of balls.entries()) {
      await pause(DRAW_MS);
      ball.textContent = drawn[index];
    }
    board.classList.toggle('won', win > 0);
    return tableWords.drawn.replace('{drawn}', drawn);
  },
});
