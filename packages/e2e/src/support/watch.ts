import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { waitForOwnBack } from './own-back.ts';
import { findSecrets, noteRequest, sessionTokens } from './secrets.ts';

export interface Watch {
  /** Forbidden events, one line each. */
  mishaps: string[];
  /** Console output of the pages. */
  console: string[];
}

/** Function name by which a page reports a policy violation. */
const TELL = 'tellViolation';

/** Where the programs of a test are. Passkeys need the address with a name. */
const OWN_HOSTS = ['127.0.0.1', 'localhost'];

export const newWatch = (): Watch => ({ mishaps: [], console: [] });

/**
 * Watches all pages of a context for uncaught errors, faults caught and reported by the app, violations of a
 * Content-Security-Policy, answers of 500 and above, requests to hosts other than the programs of the test,
 * member calls without a session, and session tokens in an address.
 */
async function watchContext(context: BrowserContext, watch: Watch): Promise<void> {
  const note = (mishap: string): void => void watch.mishaps.push(mishap);
  context.on('page', (page) => watchPage(page, watch));
  context.on('request', (request) => watchRequest(request, note));
  context.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()} ${response.url()}`);
    // The app made a member call without a session; a refused log-in is allowed.
    const isUnsigned = response.request().headers()['authorization'] === undefined;
    if (response.status() === 401 && isUnsigned && !response.url().endsWith('/api/login'))
      note(`asks without a session ${response.url()}`);
  });
  // All are requested before the first page of the context.
  await Promise.all([
    waitForOwnBack(context),
    context.exposeFunction(TELL, (violation: string) => note(`policy stopped ${violation}`)),
    context.addInitScript((tell) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
        const report = (globalThis as unknown as Record<string, ((text: string) => void) | undefined>)[tell];
        report?.(`${effectiveDirective} ${blockedURI} of ${location.pathname} (${sourceFile}:${lineNumber})`);
      });
    }, TELL),
  ]);
}

/**
 * Watches all contexts that a browser opens from now on.
 * @returns a function that ends it
 */
export function watchNewContexts(browser: Browser, watch: Watch): () => Promise<void> {
  const begun: Promise<void>[] = [];
  const begin = (context: BrowserContext): void => void begun.push(watchContext(context, watch));
  browser.on('context', begin);
  return async () => {
    browser.off('context', begin);
    await Promise.all(begun);
  };
}

function watchPage(page: Page, watch: Watch): void {
  const note = (mishap: string): void => void watch.mishaps.push(mishap);
  page.on('pageerror', (error) => note(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    watch.console.push(message.text());
    // A page of another site, such as a game's, has its own policy.
    if (/Content Security Policy/i.test(message.text())) note(message.text());
  });
  page.on('framenavigated', (frame) => noteTokens(frame.url(), note));
  page.on('websocket', (socket) => noteTokens(socket.url(), note));
}

function watchRequest(request: Request, note: (mishap: string) => void): void {
  const url = request.url();
  // A fault caught by a boundary is not an uncaught error, but still a fault.
  if (url.endsWith('/api/app-fault')) note(`fault: ${request.postData()}`);
  noteRequest({ url, headers: request.headers(), body: request.postData() });
  noteTokens(url, note);
  noteTokens(request.headers()['referer'] ?? '', note);
  const { protocol, hostname } = new URL(url);
  // The app contacts only its own server, and the game's site once a game is open.
  if (protocol.startsWith('http') && !OWN_HOSTS.includes(hostname)) note(`asks ${url}`);
}

/** Notes session tokens in an address: addresses are stored in histories and logs. */
function noteTokens(url: string, note: (mishap: string) => void): void {
  if (findSecrets(url, sessionTokens()).length > 0)
    note(`a session token in an address of ${new URL(url).host}`);
}
