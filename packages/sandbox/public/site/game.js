/** The slot machine's page: asks the server for each spin and shows where the reels stopped. */

const game = document.querySelector('.game');
const words = game.dataset;
const strip = words.strip.split(' ');
const reels = [...document.querySelectorAll('.strip')];
const frame = document.querySelector('#reels');
const message = document.querySelector('#message');
const button = document.querySelector('#spin');
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const STATE_EVERY_MS = 3000;
const TURNS = 14;
const START_STOPS = [15, 26, 15];

let stops = START_STOPS;
let busy = false;

const baht = (amount) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

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

function say(text, good = false) {
  message.textContent = text;
  message.classList.toggle('good', good);
}

function showFigures({ balance, turnover }) {
  document.querySelector('#balance').textContent = baht(balance);
  document.querySelector('#turnover').textContent = baht(turnover);
}

function signedOut() {
  busy = true;
  button.disabled = true;
  say(words.signedOut);
}

async function ask(path, options) {
  const answer = await fetch(words.api + path, options);
  return { status: answer.status, body: await answer.json() };
}

async function readState() {
  if (busy || document.hidden) return;
  try {
    const { status, body } = await ask('/state');
    if (busy) return;
    if (status === 200) showFigures(body);
    if (status === 401) signedOut();
  } catch {
    // The next look, in a moment, tells more than a message would now.
  }
}

async function showSpin({ stops: target, win, ...figures }) {
  const turning = calm.matches
    ? reels.map(async (reel, index) => stand(reel, target[index]))
    : reels.map((reel, index) => turn(reel, stops[index], target[index], 800 + index * 350));
  await Promise.all(turning);
  stops = target;
  showFigures(figures);
  frame.classList.toggle('won', win > 0);
  say(win > 0 ? words.won.replace('{amount}', baht(win)) : words.lost, win > 0);
}

async function play(stake) {
  busy = true;
  button.disabled = true;
  frame.classList.remove('won');
  say('…');
  try {
    const { status, body } = await ask('/spin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stake }),
    });
    if (status === 401) return signedOut();
    if (status === 200) await showSpin(body);
    else say(status === 409 ? words.notEnough : words.failed);
  } catch {
    say(words.failed);
  }
  busy = false;
  button.disabled = false;
}

document.querySelector('#play').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!busy) void play(Number(new FormData(event.target).get('stake')));
});

// A launch link works once: from here on the address is one that can be reloaded.
history.replaceState(null, '', words.home);
for (const [index, reel] of reels.entries()) stand(reel, stops[index]);
setInterval(() => void readState(), STATE_EVERY_MS);
