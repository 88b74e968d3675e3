import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { findSecrets, noteRequest, sessionTokens } from './secrets.ts';

export interface Watch {
  /** What must never happen, a line each. */
  mishaps: string[];
  /** What the pages have written to their consoles. */
  console: string[];
}

/** The name under which a page tells of what its policy has stopped. */
const TELL = 'tellViolation';

export const newWatch = (): Watch => ({ mishaps: [], console: [] });

/**
 * Watches all pages of a context for uncaught errors, faults that the app caught and told of, what a Content-Security-Policy stops, answers of 500 and above,
 * requests to anybody but the programs of the test, calls of members made without a session, and session tokens in an
 * address.
 */
async function watchContext(context: BrowserContext, watch: Watch): Promise<void> {
  const note = (mishap: string): void => void watch.mishaps.push(mishap);
  context.on('page', (page) => watchPage(page, watch));
  context.on('request', (request) => watchRequest(request, note));
  context.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()} ${response.url()}`);
    // Nobody is logged in, and the app knows it: a log-in's own refusal has a code of its own.
    const isUnsigned = response.request().headers()['authorization'] === undefined;
    if (response.status() === 401 && isUnsigned && !response.url().endsWith('/api/login'))
      note(`asks without a session ${response.url()}`);
  });
  // Both are on their way before a page of the context is.
  await Promise.all([
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
 * Watches the contexts that a browser opens from now on, whoever opens them.
 * @returns what ends it
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
    // A page of another site, such as a game's, has a policy of its own.
    if (/Content Security Policy/i.test(message.text())) note(message.text());
  });
  page.on('framenavigated', (frame) => noteTokens(frame.url(), note));
  page.on('websocket', (socket) => noteTokens(socket.url(), note));
}

function watchRequest(request: Request, note: (mishap: string) => void): void {
  const url = request.url();
  // What a boundary catches is no uncaught error, and a fault all the same.
  if (url.endsWith('/api/app-fault')) note(`fault: ${request.postData()}`);
  noteRequest({ url, headers: request.headers(), body: request.postData() });
  noteTokens(url, note);
  noteTokens(request.headers()['referer'] ?? '', note);
  const { protocol, hostname } = new URL(url);
  // The app needs nobody but its own server, and the game's site once a game is open.
  if (protocol.startsWith('http') && hostname !== '127.0.0.1') note(`asks ${url}`);
}

/** No address may hold a token that opens a member's session: addresses are kept in histories and logs. */
function noteTokens(url: string, note: (mishap: string) => void): void {
  if (findSecrets(url, sessionTokens()).length > 0)
    note(`a session token in an address of ${new URL(url).host}`);
}
