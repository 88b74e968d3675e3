import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from '@playwright/test';

/** Flags that keep the browser from contacting anything but the programs of the measurement. */
export const FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A phone held upright, in Thai, like in the browser tests. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'th-TH',
  timezoneId: 'Asia/Bangkok',
} as const satisfies BrowserContextOptions;

/**
 * Returns the launch options: the browser of `CHROMIUM_PATH`, else the one that the browser tests would take.
 */
export async function launchOptions(root: string): Promise<LaunchOptions> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium(root));
  return { executablePath, args: [...FLAGS] };
}

/** Opens a headless Chromium; the caller closes it. */
export const openChromium = async (root: string): Promise<Browser> =>
  chromium.launch(await launchOptions(root));

/** More than the height of a browser's bars above a page. */
const BROWSER_BARS_PX = 200;

/**
 * Opens a page whose whole viewport is visible, by a window that is higher than the viewport. By default the
 * window is only as high as the viewport and has bars at its top. Content below the window's edge is then
 * drawn but never presented, and a press there would last until something higher up changes.
 */
export async function openWhole(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const { width, height } = PHONE.viewport;
  const bounds = { width, height: height + BROWSER_BARS_PX };
  await session.send('Browser.setWindowBounds', { windowId, bounds });
  await session.detach();
  return page;
}

async function findChromium(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(root, 'scripts/tools/browser.mjs'),
  ]);
  return stdout.trim().split('\n').at(-1) ?? '';
}
