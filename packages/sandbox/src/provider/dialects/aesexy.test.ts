import { gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const AGENT = { cert: 'sandbox-only-secret', agentId: 'krapaodemo' };

const call = (world: ServiceWorld, path: string, more: Record<string, string> = {}): Promise<Reply> =>
  world.send(path, { method: 'POST', body: new URLSearchParams({ ...AGENT, ...more }) });

async function statusOf(reply: Promise<Reply>): Promise<unknown> {
  const { status, body } = await reply;
  expect(status).toBe(200);
  return body?.['status'];
}

const MEMBER = {
  userId: 'kp1',
  currency: 'THB',
  betLimit: '{"SEXYBCRT":{"LIVE":{"limitId":[1]}}}',
  language: 'th',
};

async function aeWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('SEXYGAME', 'aesexy', options);
  expect(await statusOf(call(world, '/wallet/createMember', MEMBER))).toBe('0000');
  return world;
}

const deposit = (world: ServiceWorld, txCode: string, transferAmount: string, userId = 'kp1') =>
  call(world, '/wallet/deposit', { userId, txCode, transferAmount });
const withdraw = (world: ServiceWorld, txCode: string, more: Record<string, string>) =>
  call(world, '/wallet/withdraw', { userId: 'kp1', txCode, ...more });
const check = (world: ServiceWorld, txCode: string) =>
  call(world, '/wallet/checkTransferOperation', { txCode });

describe('a call of AE Sexy', () => {
  it('needs the agent and its certificate', async () => {
    const world = await aeWorld();
    const balance = (more: Record<string, string>) =>
      statusOf(call(world, '/wallet/getBalance', { userIds: 'kp1', ...more }));
    expect(await balance({})).toBe('0000');
    expect(await balance({ cert: 'other' })).toBe('1027');
    expect(await balance({ agentId: 'other' })).toBe('1035');
  });

  it('is refused in maintenance', async () => {
    const world = await aeWorld();
    await world.maintenance(true);
    expect(await statusOf(deposit(world, 'a', '1'))).toBe('1031');
  });
});

describe('a member of AE Sexy', () => {
  it('is created once, has a balance, and must exist', async () => {
    const world = await aeWorld();
    expect(await statusOf(call(world, '/wallet/createMember', MEMBER))).toBe('1001');
    expect(await statusOf(call(world, '/wallet/createMember', { ...MEMBER, currency: 'EUR' }))).toBe('1004');
    await deposit(world, 'a', '12.50');
    expect((await call(world, '/wallet/getBalance', { userIds: 'kp1,stranger' })).body).toMatchObject({
      status: '0000',
      count: 1,
      results: [{ userId: 'kp1', balance: 12.5 }],
    });
    expect(await statusOf(call(world, '/wallet/getBalance', { userIds: 'stranger' }))).toBe('1002');
    expect(await statusOf(deposit(world, 'b', '1', 'stranger'))).toBe('1002');
    expect(await statusOf(call(world, '/wallet/logout', { userIds: 'stranger' }))).toBe('1002');
    expect(await statusOf(call(world, '/wallet/login', { userId: 'stranger' }))).toBe('1002');
  });

  it('plays by an address that opens once, until logged out', async () => {
    const world = await aeWorld();
    const launch = async () =>
      String(
        (await call(world, '/wallet/doLoginAndLaunchGame', { userId: 'kp1', language: 'en' })).body?.['url'],
      );
    const url = await launch();
    expect(await (await fetch(url)).text()).toContain('kp1');
    expect((await fetch(url)).status).toBe(410);
    const unused = await launch();
    expect((await call(world, '/wallet/logout', { userIds: 'kp1' })).body).toMatchObject({
      status: '0000',
      logoutUsers: ['kp1'],
    });
    expect((await fetch(unused)).status).toBe(410);
  });
});

describe('credit at AE Sexy', () => {
  it('moves once for each txCode, which is refused when it is used again', async () => {
    const world = await aeWorld();
    expect((await deposit(world, 'in', '100')).body).toMatchObject({
      status: '0000',
      amount: 100,
      method: 'DEPOSIT',
      currentBalance: 100,
      txCode: 'in',
      lastModified: '2026-01-02T20:00:00+08:00',
    });
    expect(await statusOf(deposit(world, 'in', '100'))).toBe('1016');
    expect(await statusOf(deposit(world, 'in', '1'))).toBe('1016');
    const part = { withdrawType: '0', transferAmount: '30.25' };
    expect((await withdraw(world, 'out', part)).body).toMatchObject({
      status: '0000',
      currentBalance: 69.75,
    });
    expect(await statusOf(withdraw(world, 'more', { withdrawType: '0', transferAmount: '70' }))).toBe('1018');
    expect(await world.credit()).toBe(69.75);
    expect(await statusOf(deposit(world, 'odd', '-1'))).toBe('1010');
    expect(await statusOf(deposit(world, '', '1'))).toBe('1036');
  });

  it('leaves as a whole unless the withdrawal says that it is a part', async () => {
    const world = await aeWorld();
    await deposit(world, 'in', '10');
    expect((await withdraw(world, 'out', { transferAmount: '1' })).body).toMatchObject({
      amount: 10,
      currentBalance: 0,
    });
    expect(await statusOf(withdraw(world, 'out', {}))).toBe('1016');
    expect(await statusOf(withdraw(world, 'nothing', {}))).toBe('1018');
  });

  it('is looked up: done, refused, unknown', async () => {
    const world = await aeWorld();
    await deposit(world, 'in', '10');
    await withdraw(world, 'more', { withdrawType: '0', transferAmount: '11' });
    expect((await check(world, 'in')).body).toMatchObject({
      status: '0000',
      txStatus: '1',
      userId: 'kp1',
      transferAmount: 10,
      transferType: 'DEPOSIT',
    });
    expect((await check(world, 'more')).body).toMatchObject({ status: '0000', txStatus: '0' });
    expect(await statusOf(check(world, 'never'))).toBe('1017');
  });

  it('may be pending, and is done later', async () => {
    const world = await aeWorld();
    await world.strike('in_progress', { ms: 60_000 });
    expect(await statusOf(deposit(world, 'slow', '5'))).toBe('1012');
    expect(await statusOf(check(world, 'slow'))).toBe('1012');
    await world.strike('in_progress', { ms: 1 });
    expect(await statusOf(deposit(world, 'soon', '5'))).toBe('1012');
    await expect.poll(() => statusOf(check(world, 'soon'))).toBe('0000');
    expect(await world.credit()).toBe(5);
  });

  it('has the faults of the sandbox', async () => {
    const world = await aeWorld({ random: () => 0.9 });
    await world.strike('refused');
    expect(await statusOf(deposit(world, 'a', '1'))).toBe('1028');
    await world.calm();
    await world.strike('http_500');
    expect((await deposit(world, 'b', '1')).status).toBe(500);
    await world.calm();
    await world.strike('html');
    expect(await deposit(world, 'c', '1')).toMatchObject({ status: 200, body: null });
    await world.calm();
    await world.strike('missing');
    expect((await deposit(world, 'd', '1')).body).not.toHaveProperty('currentBalance');
    await world.calm();
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => deposit(world, 'e', '1'))).toBe(true);
    await world.calm();
    expect((await check(world, 'e')).body).toMatchObject({ txStatus: '1' });
    expect(await statusOf(check(world, 'a'))).toBe('1017');
    expect(await world.credit()).toBe(4);
  });
});

describe('the report of AE Sexy', () => {
  const REPORT = '/fetch/gzip/getTransactionByUpdateDate';
  const from = (timeFrom: string) => ({ timeFrom, platform: 'SEXYBCRT', currency: 'THB' });

  it('is read from a time on, and once in twenty seconds', async () => {
    const world = await aeWorld();
    await deposit(world, 'in', '100');
    await world.play(2, 5, 2);
    const now = from('2026-01-02T20:00:00+08:00');
    expect((await call(world, REPORT, now)).body).toMatchObject({
      status: '0000',
      transactions: [
        { userId: 'kp1', betAmount: 2, winAmount: 5, turnover: 2, updateTime: '2026-01-02T20:00:00+08:00' },
        {},
      ],
    });
    world.clock.forward(19_999);
    expect(await statusOf(call(world, REPORT, now))).toBe('1028');
    world.clock.forward(1);
    const later = from('2026-01-02T20:00:01+08:00');
    expect((await call(world, REPORT, later)).body).toMatchObject({ status: '0000', transactions: [] });
  });

  it('refuses odd times, times before a day ago, and another platform', async () => {
    const world = await aeWorld();
    expect(await statusOf(call(world, REPORT, from('yesterday')))).toBe('1020');
    expect(await statusOf(call(world, REPORT, from('2026-01-01T19:59:59+08:00')))).toBe('1020');
    const other = { ...from('2026-01-02T19:00:00+08:00'), platform: 'OTHER' };
    expect(await statusOf(call(world, REPORT, other))).toBe('1036');
  });

  it('is packed on its way', async () => {
    const world = await aeWorld();
    const form = new URLSearchParams({ ...AGENT, ...from('2026-01-02T20:00:00+08:00') }).toString();
    const packed = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      const request = httpRequest(`${world.url}/provider/SEXYGAME${REPORT}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
        );
      });
      request.on('error', reject);
      request.end(form);
    });
    expect(packed.encoding).toBe('gzip');
    expect(JSON.parse(gunzipSync(packed.body).toString('utf8'))).toMatchObject({ status: '0000' });
  });
});
