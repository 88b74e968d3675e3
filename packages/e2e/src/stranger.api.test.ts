import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { runAudit } from './support/audit.ts';
import { Counterparties } from './support/counterparties.ts';
import { deposit, register, walletAmount, wholeStatement } from './support/member.ts';
import { startStack } from './support/stack.ts';

const PROGRAM = fileURLToPath(new URL('../../../docs/protocol/example-provider/server.py', import.meta.url));
const SECRET = 'a secret of the stranger';
/** A provider whose content names `signed-json`, and whose games open by a link. */
const CODE = 'USUN';

/** Starts the documented example of a provider, which is written in Python. @returns its address */
async function startStranger(): Promise<string> {
  const program = spawn(process.env.PYTHON_PATH || 'python3', [PROGRAM, '--port', '0'], {
    env: { ...process.env, PROVIDER_SECRET: SECRET, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    program.kill();
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  });
  const [line] = (await once(program.stdout, 'data')) as [Buffer];
  return /http:\S+/.exec(line.toString())?.[0] ?? '';
}

it('a provider in another language keeps a member’s credit, opens its game and gives the credit back', async () => {
  const url = await startStranger();
  const stack = await startStack({
    env: { [`PROVIDER_${CODE}_URL`]: url, [`PROVIDER_${CODE}_SECRET`]: SECRET, TURNOVER_EVERY_MS: '300' },
  });
  onTestFinished(() => stack.stop());
  const counterparties = new Counterparties(stack.sandbox.url);
  const member = await register(stack.url, counterparties);
  const { api } = member;
  await deposit(member, counterparties, 500);

  await api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: CODE } });
  const { username, password } = await api.ok('GET /api/wallet/account/:slotCode', {
    params: { slotCode: CODE },
  });
  expect(await api.ok('POST /api/wallet/transferAll', { body: { to: CODE } })).toMatchObject({
    status: 'SUCCESS',
    amount: 500,
  });
  expect(await walletAmount(api)).toBe(0);

  const { link } = await api.ok('GET /api/autoLogin/usun/:username/:password', {
    params: { username, password },
  });
  expect(link.startsWith(`${url}/play?token=`)).toBe(true);
  const page = await fetch(link);
  expect(await page.text()).toMatch(new RegExp(`${username}[^]*500\\.00`));
  expect((await fetch(link)).status).toBe(410);
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  let left = 500;
  for (let round = 0; round < 3; round += 1) {
    const played = await fetch(`${url}/round`, { method: 'POST', headers: { cookie } });
    const { stake, win, balance } = (await played.json()) as Record<'stake' | 'win' | 'balance', string>;
    left = left - Number(stake) + Number(win);
    expect(Number(balance)).toBe(left);
  }

  const { slots } = await api.ok('GET /api/wallet/refresh/slot');
  expect(slots.find(({ code }) => code === CODE)?.amount).toBe(left);
  const tooMuch = { from: CODE, to: 'WALLET', amount: left + 0.01 };
  expect(await api.send('POST /api/wallet/transfer', { body: tooMuch })).toMatchObject({ status: 409 });
  expect(
    await api.ok('POST /api/wallet/transfer', { body: { from: CODE, to: 'WALLET', amount: left } }),
  ).toMatchObject({ status: 'SUCCESS' });
  expect(await walletAmount(api)).toBe(left);
  expect((await wholeStatement(api)).map(({ from, to, status }) => [from, to, status])).toEqual([
    [CODE, 'WALLET', 'SUCCESS'],
    [CODE, 'WALLET', 'FAILED'],
    ['WALLET', CODE, 'SUCCESS'],
    ['KBANK', 'WALLET', 'SUCCESS'],
  ]);

  await stack.server.stop();
  const { exitCode, output } = await runAudit(stack.env, '--grace-minutes', '0');
  expect([exitCode, output]).toEqual([0, expect.stringContaining('0 wrong')]);
});
