/** The slot machine: shows where the reels stopped. */
import { isCalm, openTable, tableWords } from './table.js';

const strip = tableWords.strip.split(' ');
const reels = [...document.querySelectorAll('.strip')];
const frame = document.querySelector('#reels');

const TURNS = 14;
const START_STOPS = [15, 26, 15];

let stops = START_STOPS;

const at = (place) => strip[(place + strip.length) % strip.length];

function picture(symbol) {
  const image = new Image();
  image.src = `/assets/site/symbols/${symbol}.svg`;
  image.alt = '';
  return image;
}

/** Shows a reel standing at a stop, with its neighbours half in sight. */
function stand(reel, stop) {
  reel.replaceChildren(...[stop - 1, stop, stop + 1].map((place) => picture(at(place))));
}

/** Turns a reel from one stop to another; it runs downwards, as reels do. */
async function turn(reel, from, to, durationMs) {
  const passing = Array.from({ length: TURNS }, (_, index) => at(to + 2 + index));
  const symbols = [at(to - 1), at(to), at(to + 1), ...passing, at(from - 1), at(from), at(from + 1)];
  reel.replaceChildren(...symbols.map(picture));
  const tile = reel.firstElementChild.getBoundingClientRect().height;
  const start = -(symbols.length - 3) * tile;
  const moving = reel.animate([{ transform: `translateY(${start}px)` }, { transform: 'translateY(0)' }], {
    duration: durationMs,
    easing: 'cubic-bezier(0.2, 0.7, 0.25, 1.04)',
  });
  await moving.finished;
  stand(reel, to);
}

openTable({
  before: () => frame.classList.remove('won'),
  async show({ stops: target }, win) {
    const turning = isCalm()
      ? reels.map(async (reel, index) => stand(reel, target[index]))
      : reels.map((reel, index) => turn(reel, stops[index], target[index], 800 + index * 350));
    await Promise.all(turning);
    stops = target;
    frame.classList.toggle('won', win > 0);
  },
});
for (const [index, reel] of reels.entries()) stand(reel, stops[index]);
