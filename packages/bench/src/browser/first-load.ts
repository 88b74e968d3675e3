import type { Browser } from '@playwright/test';
import { sumOf, weightOf, type Weight } from './built-files.ts';
import { NetworkLog, type Fetched } from './network-log.ts';
import { phoneOf } from './session.ts';

/** What the login page is made of on a browser's first visit. */
export interface FirstLoad {
  script: Weight;
  /** Everything, heads and answers of the API included, as it went over the line. */
  transferredBytes: number;
  requests: readonly Fetched[];
  /** What was fetched ahead afterwards, with the page at rest. */
  ahead: readonly Fetched[];
  aheadBytes: number;
}

/** The app fetches ahead once its page has been at rest for a while; by then its first load is long over. */
const REST_MS = 500;
const AHEAD_MS = 4_000;

const isScript = ({ path }: Fetched): boolean => /\.m?js$/.test(path.split('?', 1)[0] ?? '');
const bytesOf = (fetched: readonly Fetched[]): number =>
  fetched.reduce((sum, { transferredBytes }) => sum + transferredBytes, 0);

/**
 * Visits the login page with nothing kept, and lists what it fetches until it is at rest. The icon of the tab is the
 * browser's affair, and the service worker fetches for the next visit: neither is the page's.
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
