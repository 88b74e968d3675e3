/** The match: counts both sides' goals up to the final score. */
import { openTable, pause } from './table.js';

const board = document.querySelector('#board');
const score = { home: document.querySelector('#home'), away: document.querySelector('#away') };
const GOAL_MS = 350;

openTable({
  before() {
    board.classList.remove('won');
    score.home.textContent = '0';
    score.away.textContent = '0';
  },
  async show({ home, away }, win) {
    for (const [side, goals] of Object.entries({ home, away })) {
      for (let goal = 1; goal <= goals; goal += 1) {
        await pause(GOAL_MS);
        score[side].textContent = String(goal);
      }
    }
    board.classList.toggle('won', win > 0);
    return `${home}–${away}`;
  },
});
