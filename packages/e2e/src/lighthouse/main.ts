import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import { deposit, register } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import { freePort } from '../support/free-port.ts';
import { refuse } from '../support/refuse.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { CATEGORIES, PAGES, type ScoredPage } from './pages.ts';
import { score, type Scores } from './score.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '.data/lighthouse' },
    page: { type: 'string', multiple: true },
  },
});
const known = PAGES.map((page) => page.path);
const unknown = values.page?.find((page) => !known.includes(page));
if (unknown !== undefined) refuse(`--page: no page ${unknown}; there are ${known.join(', ')}`);
const pages = PAGES.filter((page) => !values.page || values.page.includes(page.path));
const folder = path.resolve(values.out);

/** Opens a browser with its own profile on disk, which Lighthouse reaches by its port. */
async function openBrowser(profile: string, port: number): Promise<BrowserContext> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    locale: 'th-TH',
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/**
 * Writes a member's browser storage to the profile: the session, and the mark that the agreements were seen.
 */
async function keepSession(browser: BrowserContext, stack: Stack): Promise<void> {
  const counterparties = new Counterparties(stack.sandbox.url);
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  const page = await browser.newPage();
  await page.goto(`${stack.url}/terminated`);
  await page.evaluate((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('agreement', '1');
  }, member.api.token ?? '');
  await page.close();
}

/** Writes the report and prints the scores. @returns whether the page misses its target */
async function tell({ path: pagePath, least }: ScoredPage, { of, lost, html }: Scores): Promise<boolean> {
  const file = path.join(folder, `${pagePath.slice(1).replaceAll('/', '-')}.html`);
  await writeFile(file, html);
  const scores = CATEGORIES.map((category) => `${category} ${of[category] ?? 'unknown'}`);
  process.stdout.write(`${pagePath}: ${scores.join(', ')} (${file})\n`);
  const short = CATEGORIES.filter((category) => (of[category] ?? 0) < (least[category] ?? 0));
  for (const category of CATEGORIES.filter((one) => one === 'performance' || short.includes(one))) {
    for (const audit of lost[category]) process.stdout.write(`  ${category}: ${audit}\n`);
  }
  for (const category of short) {
    process.stdout.write(`  ${category} must reach ${least[category]}\n`);
  }
  return short.length > 0;
}

await mkdir(folder, { recursive: true });
const profile = await mkdtemp(path.join(tmpdir(), 'krapao-lighthouse-'));
const stack = await startStack();
const port = await freePort();
const browser = await openBrowser(profile, port).catch(async (fault: unknown) => {
  await stack.stop();
  throw fault;
});
try {
  // Visitors' pages come first: with a session, they would redirect to the member's home.
  let hasSession = false;
  let short = 0;
  for (const page of pages) {
    if (page.path.startsWith('/user') && !hasSession) {
      await keepSession(browser, stack);
      hasSession = true;
    }
    if (await tell(page, await score(stack.url + page.path, port))) short += 1;
  }
  process.stdout.write(`lighthouse: ${pages.length} pages, ${short} short of what is asked\n`);
  if (short > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stack.stop();
  await rm(profile, { recursive: true, force: true });
}
