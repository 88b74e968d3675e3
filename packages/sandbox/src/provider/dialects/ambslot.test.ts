import { pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const SECRET = 'sandbox-only-secret';

const post = (world: ServiceWorld, verb: string, text: string, signature: string | null): Promise<Reply> =>
  world.send(`/partner/${verb}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-amb-signature': signature }),
    },
    body: text,
  });

/** Signs as an operator's program would, by the service's description. */
function call(world: ServiceWorld, verb: string, more: object): Promise<Reply> {
  const text = JSON.stringify({ username: 'kp1', ...more, agent: 'kpamb' });
  return post(world, verb, text, pbkdf2Sync(text, SECRET, 1000, 64, 'sha512').toString('base64'));
}

async function codeOf(reply: Promise<Reply>): Promise<number> {
  return ((await reply).body as unknown as { status: { code: number } }).status.code;
}

async function ambWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('PGSLOT', 'ambslot', options);
  expect(await codeOf(call(world, 'create', { password: 'right-password' }))).toBe(0);
  return world;
}

const move = (world: ServiceWorld, way: 'deposit' | 'withdraw', amount: number) =>
  call(world, way, { amount });

describe('the signature of the AMB slot service', () => {
  // python3: base64.b64encode(hashlib.pbkdf2_hmac('sha512', body.encode(), secret.encode(), 1000, 64))
  it.each([
    [
      SECRET,
      'balance',
      '{"username":"kp1","agent":"kpamb"}',
      'Aasb8F/vDHCK+4e0B5vbjMPHIHkpY+8UEghELnzUH0Nbz4Cuj/gXaxCGOb6nBDfY45vSInIuSFN7YtXKR+tezw==',
      901,
    ],
    [
      SECRET,
      'deposit',
      '{"username":"kp1","amount":10.5,"agent":"kpamb"}',
      'Elp+4XuubaigsdtTOV1yP/P1viSFelK/Qj89zprQ/Yf+F7MrSEjXCve9zjCY0B9DKoVL1E0XjfjBvZH+Yav4PA==',
      901,
    ],
    [
      'k',
      'create',
      '{"username":"kp1","password":"ก/+","agent":"kpamb"}',
      'YMDQPQ0ZbBhPqqXx4opQzvcXmv+zrQmi/I0BSwvBVpx174q5Ha+mB+RmJmdMzmtpRqrJVuk8HvwfEK73FI9vtg==',
      0,
    ],
  ])('is the one that another tool computes: %s %s', async (secret, verb, text, signature, code) => {
    const world = await serviceWorld('PGSLOT', 'ambslot', { secret });
    expect(await codeOf(post(world, verb, text, signature))).toBe(code);
    expect(await post(world, verb, `${text} `, signature)).toMatchObject({ status: 401 });
    expect(await post(world, verb, text, null)).toMatchObject({ status: 401 });
  });

  it('does not make up for another agent', async () => {
    const world = await ambWorld();
    const text = JSON.stringify({ username: 'kp1', agent: 'other' });
    const signature = pbkdf2Sync(text, SECRET, 1000, 64, 'sha512').toString('base64');
    expect(await codeOf(post(world, 'balance', text, signature))).toBe(997);
  });
});

describe('a user of the AMB slot service', () => {
  it('is created once, has a balance and must exist', async () => {
    const world = await ambWorld();
    expect(await codeOf(call(world, 'create', { password: 'x' }))).toBe(902);
    expect(await codeOf(call(world, 'create', { username: 'kp2' }))).toBe(900);
    expect((await call(world, 'balance', {})).body).toMatchObject({ data: { balance: 0 } });
    for (const verb of ['balance', 'password', 'deposit', 'withdraw', 'launch']) {
      expect([verb, await codeOf(call(world, verb, { username: 'stranger', amount: 1 }))]).toEqual([
        verb,
        901,
      ]);
    }
    expect(await codeOf(call(world, 'password', { newPassword: 'new' }))).toBe(0);
  });

  it('plays by an address that opens once', async () => {
    const world = await ambWorld();
    const { body } = await call(world, 'launch', {});
    const { url } = (body as unknown as { data: { url: string } }).data;
    expect(await (await fetch(url)).text()).toContain('kp1');
    expect((await fetch(url)).status).toBe(410);
  });

  it('is out of reach in maintenance', async () => {
    const world = await ambWorld();
    await world.maintenance(true);
    expect((await call(world, 'balance', {})).status).toBe(503);
  });
});

describe('credit at the AMB slot service', () => {
  it('moves as often as it is sent', async () => {
    const world = await ambWorld();
    expect((await move(world, 'deposit', 100)).body).toMatchObject({
      status: { code: 0 },
      data: { balance: { before: 0, after: 100 } },
    });
    expect((await move(world, 'deposit', 100)).body).toMatchObject({ data: { balance: { after: 200 } } });
    expect((await move(world, 'withdraw', 130.25)).body).toMatchObject({
      data: { balance: { after: 69.75 } },
    });
    expect(await codeOf(move(world, 'withdraw', 70))).toBe(903);
    expect(await codeOf(move(world, 'deposit', 0))).toBe(900);
    expect(await world.credit()).toBe(69.75);
  });

  it('that got no answer shows in the balance alone', async () => {
    const world = await ambWorld({ random: () => 0.9 });
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => move(world, 'deposit', 5))).toBe(true);
    await world.calm();
    await world.strike('html');
    expect((await move(world, 'deposit', 1)).body).toBeNull();
    await world.calm();
    await world.strike('missing');
    expect((await move(world, 'deposit', 1)).body).toEqual({
      status: { code: 0, message: 'Success' },
      data: {},
    });
    await world.calm();
    await world.strike('refused');
    expect(await codeOf(move(world, 'deposit', 1))).toBe(996);
    await world.calm();
    expect(await world.credit()).toBe(7);
  });
});
