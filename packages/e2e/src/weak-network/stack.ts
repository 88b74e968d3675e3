import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '../support/browser.ts';
import { startStack, type Stack } from '../support/stack.ts';

const DEMO = fileURLToPath(new URL('../../../../content/demo', import.meta.url));

/**
 * Writes the demonstration's content with a wheel that always pays, and refunds that do not wait for the
 * night.
 */
async function contentOfTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-content-'));
  await cp(DEMO, folder, { recursive: true });
  await edit(path.join(folder, 'refund.yaml'), (text) => text.replace('settleHours: 1', 'settleHours: 0'));
  await edit(path.join(folder, 'spinwheel.yaml'), (text) =>
    text
      .replace(/weight: \d+/g, 'weight: 0')
      .replace(/weight: 0(?=\n {4}prize: \{ kind: money)/g, 'weight: 1'),
  );
  return folder;
}

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Copies the built app, so that a test can deploy a newer version. */
async function appOfTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-app-'));
  await cp(BUILT, folder, { recursive: true });
  // The server would send these compressed copies of the old version.
  for (const packed of ['sw.js.br', 'sw.js.gz']) await rm(path.join(folder, packed));
  return folder;
}

/** Deploys a newer version of the app: the worker differs by one line. */
export const deployAgain = (stack: Stack): Promise<void> =>
  appendFile(path.join(stack.env['WEB_DIR'] ?? '', 'sw.js'), '\n// the next version');

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`nothing to change in ${path.basename(file)}`);
  await writeFile(file, changed);
}

/** Runs on PostgreSQL, so that a member can have a loss of yesterday. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter to see what is needed
    async ({}, use) => {
      const [content, app] = await Promise.all([contentOfTest(), appOfTest()]);
      const env = {
        CONTENT_DIR: content,
        WEB_DIR: app,
        RECONCILE_EVERY_MS: '300',
        TURNOVER_EVERY_MS: '300',
      };
      const stack = await startStack({ database: 'postgres', env });
      await use(stack);
      await stack.stop();
      for (const folder of [content, app]) await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
