import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE, REQUEST_TIMEOUT_MS } from '@krapao/contract/limits';
import { keepInstallOffer } from '../lib/install-offer.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { followTheme } from '../lib/theme-on-page.ts';
import { whenWanted } from '../lib/when-wanted.ts';

/* First script of every page, before anything is painted: it applies the chosen theme, redirects visitors
   from members' pages to the login page before any of them is seen, and loads the app once the
   prerendered page has been painted. */

/** Delay for browsers that do not report the first paint. */
const PAINTED_WITHIN_MS = 1_000;

const page = document.documentElement;
/**
 * `main` is the app; `files` are its first requests, so that all load at the same time; `drawn` means that
 * the page has content to paint first.
 */
const { main = '', files = '', api = '', drawn = '' } = document.currentScript?.dataset ?? {};
const { pathname } = window.location;

followTheme();

const token = readStored('token', 'local') ?? readStored('token', 'session');
const isMembers = /^\/(?:user(?:\/.*)?)?$/.test(pathname);
if (isMembers && token === null) {
  page.dataset['away'] = '';
  // The log-in continues to this page.
  if (pathname.startsWith('/user/')) writeStored('wantedPage', pathname + window.location.search, 'session');
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
  // A page in the background is not painted, nor is an empty one.
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
// Loaded late: nothing on the page needs it.
whenWanted(() => add('link', { rel: 'manifest', href: `/manifest.${page.lang}.webmanifest` }));

function add(name: string, attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  document.head.append(element);
}

/**
 * Requests the wallet, which every members' page shows, while the app loads. `lib/http.ts` takes the reply
 * over.
 */
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
  // `lib/http.ts` handles the failure.
  reply.catch(() => undefined);
  window.early = { route: 'GET /api/wallet', token: held, atMs: Date.now(), reply };
}

/** Marks the last pressed control as accepted until the app continues. */
function markHeld(control: Element | null): void {
  document.querySelector('[data-held]')?.removeAttribute('data-held');
  control?.setAttribute('data-held', '');
}

/** Holds a form that is submitted before the app is loaded, so that the browser does not send it. */
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
 * The app renders members' pages anew. A press on the prerendered page, on a button or a choice's name, is
 * repeated on the app's control once that is there.
 */
function holdPresses(): void {
  const nameOf = (control: Element) => control.ariaLabel ?? control.textContent;
  // The page may be in another language than the app.
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
