import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const AGENT = 'krapao_demo';
const ORDER: Record<string, readonly string[]> = {
  CreateMember: ['Account'],
  GetMemberInfo: ['Accounts'],
  ExchangeTransferByAgentId: ['Account', 'TransactionId', 'Amount', 'TransferType'],
  CheckTransferByTransactionId: ['TransactionId'],
  LoginWithoutRedirect: ['Account', 'GameId', 'Lang'],
  KickMember: ['Account'],
  GetGameList: [],
  GetBetRecordByTime: ['StartTime', 'EndTime', 'Page', 'PageLimit'],
};

/** Signs as an operator's program would, by the service's description. `26012` is the day at UTC-4. */
function signed(name: string, fields: Record<string, string>, day = '26012', key = 'sandbox-only-secret') {
  const query = [
    ...(ORDER[name] ?? []).map((field) => `${field}=${fields[field] ?? ''}`),
    `AgentId=${AGENT}`,
  ].join('&');
  return { ...fields, AgentId: AGENT, Key: `abcdef${md5(query + md5(day + AGENT + key))}uvwxyz` };
}

const post = (world: ServiceWorld, name: string, fields: Record<string, string>): Promise<Reply> =>
  world.send(`/${name}`, { method: 'POST', body: new URLSearchParams(fields) });
const call = (world: ServiceWorld, name: string, fields: Record<string, string> = {}) =>
  post(world, name, signed(name, fields));

async function codeOf(reply: Promise<Reply>): Promise<unknown> {
  return (await reply).body?.['ErrorCode'];
}

async function jiliWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('CIRCUS', 'jili', options);
  expect(await codeOf(call(world, 'CreateMember', { Account: 'kp1' }))).toBe(0);
  return world;
}

const move = (
  world: ServiceWorld,
  TransactionId: string,
  Amount: string,
  TransferType = '2',
  Account = 'kp1',
) => call(world, 'ExchangeTransferByAgentId', { Account, TransactionId, Amount, TransferType });
const check = (world: ServiceWorld, TransactionId: string) =>
  call(world, 'CheckTransferByTransactionId', { TransactionId });

describe('the key of JILI', () => {
  // python3: md5 = lambda t: hashlib.md5(t.encode()).hexdigest(); md5(query + md5(day + 'krapao_demo' + key))
  it.each([
    [
      '73dffa674c1e8541bd7cdf5db2db271e',
      'sandbox-only-secret',
      Date.UTC(2026, 0, 2, 12),
      'CreateMember',
      { Account: 'kp1' },
    ],
    [
      '89dc40e92229ad24af8a0f24054755cb',
      'sandbox-only-secret',
      Date.UTC(2026, 1, 1, 3, 59),
      'GetGameList',
      {},
    ],
    [
      'ceb945e2564c0ef288785e979e4abe3f',
      'k',
      Date.UTC(2026, 0, 3, 3, 59),
      'ExchangeTransferByAgentId',
      { Account: 'kp1', TransactionId: 't1', Amount: '10.50', TransferType: '2' },
    ],
  ])('is the one that another tool computes: %s', async (digest, secret, nowMs, name, fields) => {
    const world = await serviceWorld('CIRCUS', 'jili', { secret, now: () => nowMs });
    const right = { ...fields, AgentId: AGENT, Key: `123456${digest}654321` };
    expect(await codeOf(post(world, name, right))).not.toBe(5);
    const query = `/${name}?${new URLSearchParams(right).toString()}`;
    expect(await codeOf(world.send(query, { method: 'POST' }))).not.toBe(5);
    expect(await codeOf(post(world, name, { ...right, Key: `123456${digest}` }))).toBe(5);
    expect(await codeOf(post(world, name, { ...right, AgentId: 'other' }))).toBe(5);
  });

  it('changes with the day at UTC-4 and the agent key', async () => {
    const world = await jiliWorld();
    const fields = { Accounts: 'kp1' };
    expect(await codeOf(post(world, 'GetMemberInfo', signed('GetMemberInfo', fields)))).toBe(0);
    expect(await codeOf(post(world, 'GetMemberInfo', signed('GetMemberInfo', fields, '26011')))).toBe(5);
    expect(await codeOf(post(world, 'GetMemberInfo', signed('GetMemberInfo', fields, '260102')))).toBe(5);
    expect(await codeOf(post(world, 'GetMemberInfo', signed('GetMemberInfo', fields, '26012', 'k')))).toBe(5);
    world.clock.forward(16 * 3_600_000);
    expect(await codeOf(post(world, 'GetMemberInfo', signed('GetMemberInfo', fields)))).toBe(5);
    expect(await codeOf(post(world, 'GetMemberInfo', signed('GetMemberInfo', fields, '26013')))).toBe(0);
  });
});

describe('a member of JILI', () => {
  it('is created once and is known with a balance', async () => {
    const world = await jiliWorld();
    expect(await codeOf(call(world, 'CreateMember', { Account: 'kp1' }))).toBe(101);
    expect(await codeOf(call(world, 'CreateMember', { Account: '' }))).toBe(3);
    await move(world, 'a', '12.5');
    expect((await call(world, 'GetMemberInfo', { Accounts: 'kp1,stranger' })).body).toMatchObject({
      ErrorCode: 0,
      Data: [
        { Account: 'kp1', Balance: 12.5, Status: 2 },
        { Account: 'stranger', Balance: 0, Status: 3 },
      ],
    });
    expect(await codeOf(move(world, 'b', '1', '2', 'stranger'))).toBe(101);
    expect(await codeOf(call(world, 'KickMember', { Account: 'stranger' }))).toBe(101);
    expect(await codeOf(call(world, 'KickMember', { Account: 'kp1' }))).toBe(0);
  });

  it('plays by an address that opens once', async () => {
    const world = await jiliWorld();
    const { body } = await call(world, 'LoginWithoutRedirect', {
      Account: 'kp1',
      GameId: '2',
      Lang: 'th-TH',
    });
    const url = String(body?.['Data']);
    expect(await (await fetch(url)).text()).toContain('kp1');
    expect((await fetch(url)).status).toBe(410);
    const stranger = { Account: 'stranger', GameId: '2', Lang: 'th-TH' };
    expect(await codeOf(call(world, 'LoginWithoutRedirect', stranger))).toBe(101);
  });

  it('is refused in maintenance', async () => {
    const world = await jiliWorld();
    await world.maintenance(true);
    expect((await move(world, 'a', '1')).status).toBe(503);
  });
});

describe('credit at JILI', () => {
  it('moves once for each transaction', async () => {
    const world = await jiliWorld();
    expect((await move(world, 'in', '100')).body).toMatchObject({
      ErrorCode: 0,
      Data: { TransactionId: 'in', CoinBefore: 0, CoinAfter: 100, CurrencyAfter: 100, Status: 1 },
    });
    expect(await codeOf(move(world, 'in', '100'))).toBe(103);
    expect((await move(world, 'out', '30.25', '3')).body).toMatchObject({ Data: { CurrencyAfter: 69.75 } });
    expect(await codeOf(move(world, 'more', '70', '3'))).toBe(102);
    expect((await move(world, 'rest', '0', '1')).body).toMatchObject({ Data: { CurrencyAfter: 0 } });
    expect(await codeOf(move(world, 'odd', '1', '4'))).toBe(3);
    expect(await codeOf(move(world, 'odd', '-1'))).toBe(3);
    expect(await world.credit()).toBe(0);
  });

  it('is looked up: done, refused, unknown, in progress', async () => {
    const world = await jiliWorld();
    await move(world, 'in', '10');
    await move(world, 'more', '11', '3');
    expect((await check(world, 'in')).body).toMatchObject({
      ErrorCode: 0,
      Data: {
        Account: 'kp1',
        Amount: 10,
        TransferType: 2,
        Status: 1,
        TransferTime: '2026-01-02T08:00:00-04:00',
      },
    });
    expect((await check(world, 'more')).body).toMatchObject({
      ErrorCode: 0,
      Data: { Status: 2, TransferType: 3 },
    });
    expect(await codeOf(check(world, 'never'))).toBe(101);
    await world.strike('in_progress', { ms: 60_000 });
    expect((await move(world, 'slow', '5')).body).toMatchObject({ ErrorCode: 0, Data: { Status: 3 } });
    expect((await check(world, 'slow')).body).toMatchObject({ ErrorCode: 0, Data: { Status: 3 } });
    await world.strike('in_progress', { ms: 1 });
    expect((await move(world, 'soon', '5')).body).toMatchObject({ ErrorCode: 0, Data: { Status: 3 } });
    await expect.poll(() => world.credit()).toBe(15);
    expect((await check(world, 'soon')).body).toMatchObject({ Data: { Status: 1 } });
  });

  it('has the faults of the sandbox', async () => {
    const world = await jiliWorld({ random: () => 0.9 });
    await world.strike('refused');
    expect(await codeOf(move(world, 'a', '1'))).toBe(999);
    await world.calm();
    await world.strike('html');
    expect(await move(world, 'b', '1')).toMatchObject({ status: 200, body: null });
    await world.calm();
    await world.strike('missing');
    expect((await move(world, 'c', '1')).body).toEqual({
      ErrorCode: 0,
      Message: '',
      Data: { TransactionId: 'c', Status: 1 },
    });
    await world.calm();
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => move(world, 'd', '1'))).toBe(true);
    await world.calm();
    expect((await check(world, 'd')).body).toMatchObject({ Data: { Status: 1 } });
    expect(await codeOf(check(world, 'a'))).toBe(101);
    expect(await world.credit()).toBe(3);
  });
});

describe('the play at JILI', () => {
  it('is read by a period and pages; stakes are negative', async () => {
    const world = await jiliWorld();
    await move(world, 'in', '100');
    await world.play(2, 5, 3);
    const period = { StartTime: '2026-01-02T08:00:00', EndTime: '2026-01-02T08:00:00', PageLimit: '2' };
    const first = await call(world, 'GetBetRecordByTime', { ...period, Page: '1' });
    expect(first.body).toMatchObject({
      ErrorCode: 0,
      Data: {
        Result: [
          { Account: 'kp1', BetAmount: -2, PayoffAmount: 5, SettlementTime: '2026-01-02T08:00:00-04:00' },
          {},
        ],
        Pagination: { CurrentPage: 1, TotalPages: 2, TotalNumber: 3 },
      },
    });
    const last = await call(world, 'GetBetRecordByTime', { ...period, Page: '2' });
    expect(last.body).toMatchObject({ Data: { Result: [{ Account: 'kp1' }] } });
    expect(await codeOf(call(world, 'GetBetRecordByTime', { ...period, Page: '0' }))).toBe(3);
  });
});
