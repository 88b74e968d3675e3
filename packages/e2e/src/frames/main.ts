import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { registerPlayer } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import { startStack } from '../support/stack.ts';
import { contactSheet } from './contact-sheet.ts';
import { Recorder } from './recorder.ts';
import { walk } from './walk.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: '.data/frames' } } });
const folder = path.resolve(values.out);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'th-TH',
  timezoneId: 'Asia/Bangkok',
} as const;

const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const database = process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite';
const stack = await startStack({ database, env: { RECONCILE_EVERY_MS: '100' } }).catch(
  async (fault: unknown) => {
    await browser.close();
    throw fault;
  },
);
try {
  const player = await registerPlayer(stack.url, new Counterparties(stack.sandbox.url), 500);
  const page = await browser.newPage(PHONE);
  page.setDefaultTimeout(60_000);
  const recorder = await Recorder.start(page, folder);
  try {
    await walk(page, stack.url, player, recorder);
  } finally {
    await recorder.stop();
    const { frames, steps } = recorder;
    await writeFile(path.join(folder, 'index.json'), JSON.stringify({ steps, frames }, null, 2));
    await writeFile(path.join(folder, 'index.html'), contactSheet(frames, steps));
  }
  const sheet = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await sheet.goto(pathToFileURL(path.join(folder, 'index.html')).href);
  await sheet.screenshot({ path: path.join(folder, 'contact-sheet.png'), fullPage: true });
  for (const { name, tookMs } of recorder.steps) {
    process.stdout.write(`${name.padEnd(28)} ${(tookMs / 1000).toFixed(2)} s\n`);
  }
  process.stdout.write(`${path.join(folder, 'contact-sheet.png')}: ${recorder.frames.length} frames\n`);
} finally {
  await browser.close();
  await stack.stop();
}
