import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type LaunchOptions } from '@playwright/test';

/** The browser speaks to nobody but the programs of the measurement. */
export const FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A phone held upright, in Thai, as the browser tests have it. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'th-TH',
  timezoneId: 'Asia/Bangkok',
} as const satisfies BrowserContextOptions;

/** How a browser is started: the one of `CHROMIUM_PATH`, else the one that the browser tests would take. */
export async function launchOptions(root: string): Promise<LaunchOptions> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium(root));
  return { executablePath, args: [...FLAGS] };
}

/** A headless Chromium; whoever opens it closes it. */
export const openChromium = async (root: string): Promise<Browser> =>
  chromium.launch(await launchOptions(root));

async function findChromium(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, 'scripts', 'browser.mjs')]);
  return stdout.trim().split('\n').at(-1) ?? '';
}
