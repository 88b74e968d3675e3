import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE, REQUEST_TIMEOUT_MS } from '@krapao/contract/limits';
import { keepInstallOffer } from '../lib/install-offer.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { followTheme } from '../lib/theme-on-page.ts';
import { whenWanted } from '../lib/when-wanted.ts';

/*
 * The first file of every page, before anything is drawn: it puts the chosen theme on the page, sends who is not
 * logged in to the login page before anything of the members' is seen, and fetches the app once the page, which the
 * build has drawn, has been painted.
 */

/** Where nobody tells of the first paint. */
const PAINTED_WITHIN_MS = 1_000;

const page = document.documentElement;
/**
 * `main` is the app; `files` is what it will ask for at once, so that all of it comes at the same time; `drawn` says that
 * there is something to paint before it.
 */
const { main = '', files = '', api = '', drawn = '' } = document.currentScript?.dataset ?? {};
const { pathname } = window.location;

followTheme();

const token = readStored(STORAGE_KEYS.token, 'local') ?? readStored(STORAGE_KEYS.token, 'session');
const isMembers = /^\/(?:user(?:\/.*)?)?$/.test(pathname);
if (isMembers && token === null) {
  page.dataset['away'] = '';
  // Log-in goes on to it.
  if (pathname.startsWith('/user/'))
    writeStored(STORAGE_KEYS.wantedPage, pathname + window.location.search, 'session');
  window.location.replace('/login');
} else {
  oncePainted(start);
  holdForms();
  if (isMembers) holdPresses();
}

function oncePainted(act: () => void): void {
  let isDone = false;
  const go = () => {
    if (!isDone) act();
    isDone = true;
  };
  // A page in the background is not painted, nor is one with nothing on it.
  if (document.hidden || drawn === '') return go();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) go();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(go, PAINTED_WITHIN_MS);
}

function start(): void {
  document.getElementById('faces')?.setAttribute('media', 'all');
  for (const href of files.split(' ').filter(Boolean)) {
    if (href.endsWith('.css')) add('link', { rel: 'preload', as: 'style', crossorigin: 'anonymous', href });
    else add('link', { rel: 'modulepreload', href });
  }
  add('script', { type: 'module', src: main });
  if (isMembers && token !== null) askForWallet(token);
}

keepInstallOffer();
// Nothing on the page needs it.
whenWanted(() => add('link', { rel: 'manifest', href: `/manifest.${page.lang}.webmanifest` }));

function add(name: string, attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  document.head.append(element);
}

/** What every page of members shows is on its way while the app is. `lib/http.ts` takes it over. */
function askForWallet(held: string): void {
  const reply = fetch(`${api}/api/wallet`, {
    headers: {
      accept: 'application/json',
      'accept-language': page.lang,
      [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
      authorization: `Bearer ${held}`,
    },
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  // Whoever takes it over sees to that.
  reply.catch(() => undefined);
  window.early = { token: held, atMs: Date.now(), reply };
}

/** Shows that a press has been taken, on what was pressed last, until the app goes on with it. */
function markHeld(control: Element | null): void {
  document.querySelector('[data-held]')?.removeAttribute('data-held');
  control?.setAttribute('data-held', '');
}

/** A form that is sent before the app is there waits for it, and goes nowhere else. */
function holdForms(): void {
  let held: HTMLFormElement | undefined;
  const hold = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    held = event.target;
    markHeld(event.submitter);
  };
  const holdChoice = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') markHeld(target.closest('label'));
  };
  window.addEventListener('submit', hold, true);
  window.addEventListener('change', holdChoice, true);
  window.addEventListener(
    'appready',
    () => {
      window.removeEventListener('submit', hold, true);
      window.removeEventListener('change', holdChoice, true);
      markHeld(null);
      if (held?.isConnected) held.requestSubmit();
    },
    { once: true },
  );
}

/**
 * The app draws a member's page anew. What was pressed on the one that the build has drawn, a button or the name of a
 * choice, is pressed again on the app's, once that is there.
 */
function holdPresses(): void {
  const nameOf = (control: Element) => control.ariaLabel ?? control.textContent;
  // The page may have come in another language than the app is in.
  const iconOf = (control: Element) => control.querySelector<SVGElement>('[data-icon]')?.dataset['icon'];
  let held: HTMLElement | null = null;
  const hold = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    held = target.closest('button, label');
    markHeld(held);
  };
  window.addEventListener('click', hold, true);
  window.addEventListener('appready', () => {
    window.removeEventListener('click', hold, true);
    if (!held || held.isConnected) return;
    const { localName } = held;
    const name = nameOf(held);
    const icon = iconOf(held);
    const controls = Array.from(document.querySelectorAll<HTMLElement>(localName));
    const again =
      controls.find((one) => name && nameOf(one) === name) ??
      controls.find((one) => icon && iconOf(one) === icon);
    again?.click();
  });
}
