import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);
const e2e = fileURLToPath(new URL('packages/e2e/', root));
const playwright = fileURLToPath(new URL('node_modules/@playwright/test/cli.js', root));

/** `npm run tool -- chaos xss`: tries the whole corpus in every place of the app, in a browser. */
export async function run(): Promise<void> {
  const child = spawn(process.execPath, [playwright, 'test', 'xss.spec', '--reporter=list'], {
    cwd: e2e,
    stdio: 'inherit',
    env: { ...process.env, XSS_WHOLE: '1' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
