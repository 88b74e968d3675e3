import type { Browser } from '@playwright/test';
import { sumOf, weightOf, type Weight } from './built-files.ts';
import { NetworkLog, type Fetched } from './network-log.ts';
import { phoneOf } from './session.ts';

/** Contents of the login page on a browser's first visit. */
export interface FirstLoad {
  script: Weight;
  /** Everything sent over the wire, including headers and answers of the API. */
  transferredBytes: number;
  requests: readonly Fetched[];
  /** Files prefetched afterwards, with the page at rest. */
  ahead: readonly Fetched[];
  aheadBytes: number;
}

/** The app prefetches once its page has been at rest for a while; its first load is over long before. */
const REST_MS = 500;
const AHEAD_MS = 4_000;

const isScript = ({ path }: Fetched): boolean => /\.m?js$/.test(path.split('?', 1)[0] ?? '');
const bytesOf = (fetched: readonly Fetched[]): number =>
  fetched.reduce((sum, { transferredBytes }) => sum + transferredBytes, 0);

/**
 * Visits the login page with an empty cache and lists its requests until it is at rest. The browser fetches
 * the tab's icon, and the service worker fetches for the next visit: neither counts for the page.
 */
export async function measureFirstLoad(browser: Browser, url: string, root: string): Promise<FirstLoad> {
  const context = await browser.newContext({ ...phoneOf(url), serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const log = await NetworkLog.start(page);
    await page.goto(`${url}/login`, { waitUntil: 'load' });
    await page.locator('form').first().waitFor();
    await log.quiet(REST_MS);
    const requests = [...log.fetched];
    await log.quiet(AHEAD_MS);
    const ahead = log.fetched.slice(requests.length);
    return {
      script: sumOf(requests.filter(isScript).map(({ path }) => weightOf(root, path))),
      transferredBytes: bytesOf(requests),
      requests,
      ahead,
      aheadBytes: bytesOf(ahead),
    };
  } finally {
    await context.close();
  }
}
