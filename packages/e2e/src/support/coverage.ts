import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

interface Profile {
  result: {
    url: string;
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
  }[];
}

/** Functions of each script of the app (`from-to` in its code), and whether they ran. */
type Ran = Map<string, Map<string, boolean>>;

/**
 * Records the functions of the app's scripts that run in the pages of a browser, from now on. It counts
 * functions and not lines, so it costs almost nothing; code in workers is not counted.
 * @param folder gets one file for each call of this function
 * @returns a function that ends it and writes that file
 */
export function collectCoverage(browser: Browser, folder: string): () => Promise<void> {
  const ran: Ran = new Map();
  const sessions = new Map<Page, Promise<CDPSession | undefined>>();
  const take = async (page: Page): Promise<void> => {
    const session = await sessions.get(page);
    const profile = await session?.send('Profiler.takePreciseCoverage').catch(() => undefined);
    if (profile) note(ran, profile);
  };
  const onContext = (context: BrowserContext): void => {
    const stops = context.addInitScript(STOP_BEFORE_LEAVING);
    const open = context.newPage.bind(context);
    // A tab opened by a page is a game's. It shares the page's engine, whose count would end with the tab's.
    context.newPage = async () => {
      await stops;
      const page = await open();
      sessions.set(
        page,
        begin(context, page, () => take(page)),
      );
      await sessions.get(page);
      const close = page.close.bind(page);
      page.close = (options) => take(page).then(() => close(options));
      page.on('close', () => sessions.delete(page));
      return page;
    };
    const close = context.close.bind(context);
    context.close = async (options) => {
      await Promise.all(context.pages().map(take));
      await close(options);
    };
  };
  browser.on('context', onContext);
  return async () => {
    browser.off('context', onContext);
    await Promise.all([...sessions.keys()].map(take));
    await mkdir(folder, { recursive: true });
    const scripts = [...ran].map(([name, functions]) => [name, Object.fromEntries(functions)] as const);
    await writeFile(
      path.join(folder, `${process.pid}-${Date.now()}.json`),
      JSON.stringify(Object.fromEntries(scripts)),
    );
  };
}

/**
 * The browser discards a document's coverage with the document. So every document pauses just before it is
 * left, and continues once its coverage is taken.
 */
const STOP_BEFORE_LEAVING = `addEventListener('beforeunload', () => { debugger; });`;

/** @returns undefined when the page has closed before */
async function begin(
  context: BrowserContext,
  page: Page,
  take: () => Promise<void>,
): Promise<CDPSession | undefined> {
  try {
    const session = await context.newCDPSession(page);
    session.on('Debugger.paused', () => {
      // A page that is closed meanwhile cannot continue.
      void take().then(() => session.send('Debugger.resume').catch(() => undefined));
    });
    await Promise.all([
      session.send('Debugger.enable'),
      session.send('Profiler.enable'),
      session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false }),
    ]);
    return session;
  } catch {
    return undefined;
  }
}

function note(ran: Ran, { result }: Profile): void {
  for (const { url, functions } of result) {
    const name = /\/assets\/([^/?]+\.js)$/.exec(url)?.[1];
    if (name === undefined) continue;
    const known = ran.get(name) ?? new Map<string, boolean>();
    ran.set(name, known);
    for (const { ranges } of functions) {
      const [range] = ranges;
      if (!range) continue;
      const key = `${range.startOffset}-${range.endOffset}`;
      known.set(key, range.count > 0 || (known.get(key) ?? false));
    }
  }
}
