import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const KEY = 'sandbox-only-secret';
const MEMBER = '/v0.1/partner/member';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const send = (world: ServiceWorld, method: string, path: string, body?: object): Promise<Reply> =>
  world.send(`${MEMBER}/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });

const create = (
  world: ServiceWorld,
  name: string,
  password: string,
  signature = md5(`${name}:${password}:kpag`),
) =>
  send(world, 'POST', `create/${KEY}`, {
    memberLoginName: name,
    memberLoginPass: password,
    phoneNo: '0812345678',
    contact: 'Somchai',
    signature,
  });

async function askmebetWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('ASKMEBET', 'askmebet', options);
  expect((await create(world, 'kp1', 'right-password')).body).toMatchObject({
    code: 0,
    result: { username: 'kpagkp1' },
  });
  return world;
}

const move = (world: ServiceWorld, way: 'deposit' | 'withdraw', amount: string, user = 'kpagkp1') =>
  send(world, 'POST', `${way}/${KEY}/${user}`, { amount, signature: md5(`${amount}:${user}:kpag`) });
const credit = (world: ServiceWorld, user = 'kpagkp1', key = KEY) =>
  send(world, 'GET', `credit/${key}/${user}`);

describe('the signatures of ASKMEBET', () => {
  // printf '%s' 'kp1:right-password:kpag' | openssl md5, and likewise for the others.
  it('are the ones that another tool computes', async () => {
    const world = await serviceWorld('ASKMEBET', 'askmebet');
    expect(
      (await create(world, 'kp1', 'right-password', '4d1be9f6293d1208f39a46e60c347475')).body,
    ).toMatchObject({
      code: 0,
    });
    const reset = { password: 'new-password', signature: 'd53d4c012313cda2bece392a252f1052' };
    expect((await send(world, 'PUT', `reset-password/${KEY}/kpagkp1`, reset)).body).toMatchObject({
      code: 0,
    });
    const deposit = { amount: '10.50', signature: '754ecdc8fbea720133395913b46f2fa9' };
    expect((await send(world, 'POST', `deposit/${KEY}/kpagkp1`, deposit)).body).toMatchObject({ code: 0 });
    expect(await world.credit()).toBe(10.5);
  });

  it('are needed, as is the key', async () => {
    const world = await askmebetWorld();
    const wrong = { amount: '10', signature: md5('10:kp1:kpag') };
    expect((await send(world, 'POST', `deposit/${KEY}/kpagkp1`, wrong)).body).toMatchObject({ code: 1002 });
    expect((await create(world, 'kp2', 'x', 'no')).body).toMatchObject({ code: 1002 });
    expect(await credit(world, 'kpagkp1', 'other')).toMatchObject({ status: 401, body: { code: 1001 } });
    expect(await world.credit()).toBe(0);
  });
});

describe('a member of ASKMEBET', () => {
  it('is created once, is called by the full name, and logs in at the site', async () => {
    const world = await askmebetWorld();
    expect((await create(world, 'kp1', 'x')).body).toMatchObject({ code: 1005 });
    expect((await credit(world)).body).toMatchObject({ code: 0, result: { credit: 0 } });
    for (const user of ['kp1', 'kpagstranger'])
      expect((await credit(world, user)).body).toMatchObject({ code: 1004 });
    const answer = await fetch(`${world.url}/site/ASKMEBET/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'kp1', password: 'right-password' }),
    });
    expect(answer.status).toBe(303);
  });

  it('is out of reach in maintenance', async () => {
    const world = await askmebetWorld();
    await world.maintenance(true);
    expect((await credit(world)).status).toBe(503);
  });
});

describe('credit at ASKMEBET', () => {
  it('moves as often as it is sent', async () => {
    const world = await askmebetWorld();
    expect((await move(world, 'deposit', '100')).body).toMatchObject({
      code: 0,
      result: { ref: expect.any(String), before: 0, after: 100 },
    });
    expect((await move(world, 'deposit', '100')).body).toMatchObject({ result: { before: 100, after: 200 } });
    expect((await move(world, 'withdraw', '130.25')).body).toMatchObject({ result: { after: 69.75 } });
    expect((await move(world, 'withdraw', '70')).body).toMatchObject({ code: 1006 });
    expect((await move(world, 'deposit', '0')).body).toMatchObject({ code: 1003 });
    expect((await credit(world)).body).toMatchObject({ result: { credit: 69.75 } });
  });

  it('that got no answer shows in the credit alone', async () => {
    const world = await askmebetWorld({ random: () => 0.9 });
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => move(world, 'deposit', '5'))).toBe(true);
    await world.calm();
    await world.strike('html');
    expect((await move(world, 'deposit', '1')).body).toBeNull();
    await world.calm();
    await world.strike('missing');
    expect((await move(world, 'deposit', '1')).body).toEqual({
      code: 0,
      message: 'success',
      result: { ref: expect.any(String) },
    });
    await world.calm();
    await world.strike('refused');
    expect((await move(world, 'deposit', '1')).body).toMatchObject({ code: 1008 });
    await world.calm();
    expect(await world.credit()).toBe(7);
  });
});

describe('the play at ASKMEBET', () => {
  it('is told since a deposit', async () => {
    const world = await askmebetWorld();
    await move(world, 'deposit', '100');
    await world.play(10, 0);
    world.clock.forward(1000);
    const { body } = await move(world, 'deposit', '100');
    const { ref } = (body as unknown as { result: { ref: string } }).result;
    await world.play(2, 5, 2);
    const told = (reference: string) => send(world, 'GET', `winLose/${KEY}/kpagkp1/${reference}`);
    expect((await told(ref)).body).toMatchObject({ code: 0, result: { turnover: 4, winLose: 6 } });
    expect((await told('never')).body).toMatchObject({ code: 1007 });
  });
});
