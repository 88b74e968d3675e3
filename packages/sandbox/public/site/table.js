/**
 * Shared by the pages of all games: requests each round from the server and keeps credit and turnover up to
 * date.
 */

const words = document.querySelector('.game').dataset;
const message = document.querySelector('#message');
const button = document.querySelector('#play-button');

const STATE_EVERY_MS = 3000;

let busy = false;

const baht = (amount) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function say(text, good = false) {
  message.textContent = text;
  message.classList.toggle('good', good);
}

function showFigures({ balance, turnover }) {
  document.querySelector('#balance').textContent = baht(balance);
  document.querySelector('#turnover').textContent = baht(turnover);
}

/** Ends play on this page. */
function close(text) {
  busy = true;
  button.disabled = true;
  say(text);
}

/** Shows a message for an answer that is not a round. */
function refuse(status) {
  if (status === 401) return close(words.signedOut);
  if (status === 503) return say(words.maintenance);
  say(status === 409 ? words.notEnough : words.failed);
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
    if (status === 401) close(words.signedOut);
  } catch {
    // The next poll follows in a moment and tells more than a message now.
  }
}

async function showRound({ shown, win, ...figures }, show) {
  const result = await show(shown, win);
  showFigures(figures);
  const outcome = win > 0 ? words.won.replace('{amount}', baht(win)) : words.lost;
  say(result ? `${result} · ${outcome}` : outcome, win > 0);
}

async function play(form, { before, show }) {
  const fields = new FormData(form);
  const round = { stake: Number(fields.get('stake')), pick: fields.get('pick') ?? '' };
  busy = true;
  button.disabled = true;
  before();
  say('…');
  let status = 0;
  try {
    const answer = await ask('/play', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(round),
    });
    status = answer.status;
    if (status === 200) await showRound(answer.body, show);
  } catch {
    status = 0;
  }
  busy = false;
  button.disabled = false;
  if (status !== 200) refuse(status);
}

/**
 * Makes the page playable.
 * @param before called when a round begins.
 * @param show shows the result and, when that is over, returns a text for the message or nothing.
 */
export function openTable({ before, show }) {
  document.querySelector('#play').addEventListener('submit', (event) => {
    event.preventDefault();
    if (!busy) void play(event.target, { before, show });
  });
  // A launch link works once, so the address is replaced by one that can be reloaded.
  history.replaceState(null, '', words.home);
  setInterval(() => void readState(), STATE_EVERY_MS);
}

export const tableWords = words;

/** Returns whether the player prefers reduced motion. */
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Waits for a movement to be seen; does not wait with reduced motion. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, isCalm() ? 0 : ms));
