import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Api } from './support/api.ts';
import { newPerson, walletAmount } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const slotCode = 'PG';

async function start(
  database: 'pglite' | 'postgres',
): Promise<{ stack: Stack; counterparties: Counterparties }> {
  const stack = await startStack({ database });
  onTestFinished(() => stack.stop());
  return { stack, counterparties: new Counterparties(stack.sandbox.url) };
}

async function registerStepByStep(serverUrl: string, counterparties: Counterparties) {
  const stranger = new Api(serverUrl);
  const person = newPerson();
  const { username, password } = person;

  const sent = await stranger.ok('POST /api/otp/send', { body: { phoneNumber: username } });
  expect(sent).toEqual({
    code: 'OK',
    otpRef: expect.stringMatching(/./),
    otpToken: expect.stringMatching(/./),
  });
  const [message] = await counterparties.inbox(username);
  expect(message?.text).toContain(sent.otpRef);
  const otpCode = await counterparties.codeOf(username);
  await stranger.ok('POST /api/otp/verify', { body: { otpToken: sent.otpToken, otpCode } });

  await stranger.ok('POST /api/account/validate', {
    body: { ...person, bankCode: '', bankAccountName: '', bankAccountNo: '' },
  });
  await stranger.ok('POST /api/account/validate', { body: person });
  await stranger.ok('POST /api/account', { body: person });
  const { token } = await stranger.ok('POST /api/login', { body: { username, password } });
  return { person, api: new Api(serverUrl, token) };
}

async function depositByQr(api: Api, counterparties: Counterparties): Promise<void> {
  const params = { provider: 'KBANK' } as const;
  const created = await api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
  expect(created).toMatchObject({ hasQrcode: true, amount: 500 });
  expect(created.qrcode).toMatch(/^<svg /);
  expect(created.expireIn).toBeGreaterThan(Date.now());
  expect(await api.ok('GET /api/qrcode/:provider', { params })).toEqual(created);

  const order = (await counterparties.openQrs()).find((one) => one.qrcodeId === created.qrcodeId);
  expect(order).toMatchObject({ provider: 'KBANK', amount: 500 });
  // EMVCo: field 54, six characters, is the amount the payer's bank will show.
  expect(order?.payload).toContain('5406500.00');

  await counterparties.pay(created.qrcodeId);
  await until('the deposit shows', 2_000, async () => (await walletAmount(api)) === 500);
  expect((await api.ok('GET /api/qrcode/:provider', { params })).hasQrcode).toBe(false);
}

async function openGameAccount(api: Api): Promise<string> {
  const before = (await api.ok('GET /api/wallet')).slots.find((slot) => slot.code === slotCode);
  expect(before).toMatchObject({ isActive: false, amount: 0 });
  await api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
  const { username, password } = await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode } });
  expect(password).not.toBe('');
  return username;
}

async function slotAmount(api: Api): Promise<number | undefined> {
  const { slots } = await api.ok('GET /api/wallet/refresh/slot');
  return slots.find((slot) => slot.code === slotCode)?.amount;
}

/** Expected statement of the journey in baht, newest first. */
const expectedStatement = [
  { statementType: 'withdraw', from: 'WALLET', to: 'SCB', amount: 300, status: 'SUCCESS' },
  { statementType: 'transfer', from: 'PG', to: 'WALLET', amount: 425.5, status: 'SUCCESS' },
  { statementType: 'transfer', from: 'WALLET', to: 'PG', amount: 500, status: 'SUCCESS' },
  { statementType: 'deposit', from: 'KBANK', to: 'WALLET', amount: 500, status: 'SUCCESS' },
];

const readStatement = (api: Api) => api.ok('POST /api/statement', { body: { page: 1, limit: 10 } });

describe.each(['pglite', 'postgres'] as const)('the main job on %s', (database) => {
  const options = { tags: database === 'pglite' ? ['whole'] : [] };
  it('goes from registration to payout over plain HTTP, and outlives a restart', options, async () => {
    const { stack, counterparties } = await start(database);
    const { person, api } = await registerStepByStep(stack.url, counterparties);
    expect(await walletAmount(api)).toBe(0);
    await depositByQr(api, counterparties);
    const username = await openGameAccount(api);

    expect(await api.ok('POST /api/wallet/transferAll', { body: { to: slotCode } })).toMatchObject({
      status: 'SUCCESS',
      amount: 500,
    });
    expect(await walletAmount(api)).toBe(0);

    const { link } = await api.ok('GET /api/autoLogin/pg/:username', { params: { username } });
    // Opened like a client without cookies.
    const page = await (await fetch(link)).text();
    expect(page).toContain(username);
    expect(page).toContain('500.00');

    await counterparties.play(username, { bet: 100, win: 62.75, rounds: 2 });
    expect(await slotAmount(api)).toBe(425.5);

    const back = { from: slotCode, to: 'WALLET', amount: 425.5 };
    expect(await api.ok('POST /api/wallet/transfer', { body: back })).toMatchObject({ status: 'SUCCESS' });
    expect(await walletAmount(api)).toBe(425.5);
    expect(await slotAmount(api)).toBe(0);

    const withdrawn = await api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    expect(withdrawn).toMatchObject({ status: 'PENDING', amount: 300 });
    expect((await api.ok('GET /api/wallet')).wallet).toEqual({ amount: 125.5, transit: 300 });
    const payout = await counterparties.payoutTo(person.bankAccountNo);
    expect(payout).toMatchObject({ amount: 300, toBankCode: 'SCB', state: 'accepted' });
    expect((await readStatement(api)).statements[0]).toMatchObject({ _id: withdrawn._id, status: 'PENDING' });

    await counterparties.decidePayout(payout.id, 'done');
    const statement = await until('the statement says it is paid out', 5_000, async () => {
      const read = await readStatement(api);
      return read.statements[0]?.status === 'SUCCESS' && read;
    });
    expect(statement.total).toBe(4);
    expect(statement.statements).toMatchObject(expectedStatement);
    expect((await api.ok('GET /api/wallet')).wallet).toEqual({ amount: 125.5, transit: 0 });

    await checkRestart(stack, api, counterparties, username);
  });
});

/** Stops everything and restarts it; session, money, game account and the sandbox must be unchanged. */
async function checkRestart(
  stack: Stack,
  api: Api,
  counterparties: Counterparties,
  username: string,
): Promise<void> {
  const look = async () => ({
    wallet: await api.ok('GET /api/wallet'),
    statement: await readStatement(api),
    gameAccount: await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode } }),
    player: await counterparties.player(username),
    inbox: await counterparties.inbox((await api.ok('GET /api/account/profile')).profile.username),
  });
  const before = await look();

  expect(await stack.server.stop()).toBe(0);
  expect(await stack.sandbox.stop()).toBe(0);
  await stack.sandbox.start();
  await stack.server.start();

  expect(await look()).toEqual(before);
  const kept = await readdir(stack.dataDir);
  expect(kept).toContain('sandbox');
  expect(kept.includes('pglite')).toBe(stack.database === undefined);
  expect(await readdir(stack.workDir)).toEqual([]);
}
