import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultPort } from '@krapao/sandbox/faults/faults';
import type { Sms } from '../ports/sms.ts';
import { sandboxWorld, type Connection } from '../testing/conformance/port-world.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../testing/conformance/service-world.ts';
import { describeSms } from '../testing/conformance/sms.ts';
import type { ServiceConnection } from './http/service-call.ts';
import { createSmsmkt } from './smsmkt/client.ts';
import { createThaibulksms } from './thaibulksms/client.ts';
import { createTwilio } from './twilio/client.ts';

/** The services with the credentials of docs/protocol/services.md. */
const SERVICES: readonly {
  name: string;
  connect: (connection: ServiceConnection) => Sms;
  stranger: (connection: ServiceConnection) => Sms;
}[] = [
  {
    name: 'thaibulksms',
    ...connections((connection, secret = 'demo-thaibulksms-secret') =>
      createThaibulksms(
        withCredentials(connection, {
          key: 'demo-thaibulksms-key',
          secret,
          sender: 'KRAPAO',
          route: 'standard',
        }),
      ),
    ),
  },
  {
    name: 'smsmkt',
    ...connections((connection, secret = 'demo-smsmkt-secret') =>
      createSmsmkt(withCredentials(connection, { key: 'demo-smsmkt-key', secret, sender: 'KRAPAO' })),
    ),
  },
  {
    name: 'twilio',
    ...connections((connection, token = 'demo-twilio-token') =>
      createTwilio(
        withCredentials(connection, {
          account: 'ACdededededededededededededededede',
          token,
          from: '+15005550006',
          countryCode: '66',
        }),
      ),
    ),
  },
];

const WRONG_SECRET = 'a-wrong-secret-of-the-test';

function connections(connect: (connection: ServiceConnection, secret?: string) => Sms) {
  return {
    connect: (connection: ServiceConnection) => connect(connection),
    stranger: (connection: ServiceConnection) => connect(connection, WRONG_SECRET),
  };
}

describe.each(SERVICES)('the SMS service $name', ({ name, connect, stranger }) => {
  const port = `sms:${name}` as FaultPort;
  let world: ServiceWorld;
  let sms: Sms;
  let sent = 0;

  beforeAll(async () => {
    world = await ServiceWorld.start(port);
    sms = connect(world.connection);
  });
  afterEach(() => world.heal());
  afterAll(() => world.stop());

  const message = () => ({
    reference: randomUUID(),
    to: `08${String((sent += 1)).padStart(8, '0')}`,
    text: 'รหัส 123456 ລະຫັດ',
  });
  const inbox = async (to: string): Promise<number> => (await world.outside.smsTo(to)).length;

  it('takes a message with fields that no document names', async () => {
    await world.fault('extra');
    const one = message();
    expect(await sms.send(one)).toEqual({ outcome: 'done', value: undefined });
    expect(await inbox(one.to)).toBe(1);
  });

  it('takes a message in every shape that was observed', async () => {
    await world.fault('alternate');
    expect((await sms.send(message())).outcome).toBe('done');
  });

  it.each(SERVICE_FAULTS)(
    'tells nothing under %s, dice %d, and the code is not sent again',
    async (kind, dice) => {
      const one = message();
      await world.fault(kind, dice);
      expect(await sms.send(one)).toMatchObject({ outcome: 'unknown', sent: true });
      await world.heal();
      const before = await inbox(one.to);
      expect(before).toBe(dice === 0 ? 0 : 1);
      expect(await sms.send(one)).toMatchObject({ outcome: 'unknown', sent: true });
      expect(await inbox(one.to)).toBe(before);
    },
  );

  it('refuses without credit, and nothing is sent', async () => {
    await world.fault('quota');
    const one = message();
    expect((await sms.send(one)).outcome).not.toBe('done');
    await world.heal();
    expect(await inbox(one.to)).toBe(0);
  });

  it('does not take another secret, and does not repeat it', async () => {
    const one = message();
    const outcome = await stranger(world.connection).send(one);
    expect(outcome.outcome).not.toBe('done');
    expect(JSON.stringify(outcome)).not.toContain(WRONG_SECRET);
    expect(await inbox(one.to)).toBe(0);
  });

  it('is known not to have been asked where no server listens; the message may be sent again', async () => {
    const one = message();
    const cut = connect(world.dead);
    expect(await cut.send(one)).toMatchObject({ outcome: 'unknown', sent: false });
    expect(await cut.send(one)).toMatchObject({ outcome: 'unknown', sent: false });
    expect((await sms.send(one)).outcome).toBe('done');
  });

  it('is done by none of its documented errors', async () => {
    for (const error of await world.errors()) {
      await world.force(error);
      const one = message();
      expect([error, (await sms.send(one)).outcome]).not.toContain('done');
      expect(await inbox(one.to)).toBe(0);
    }
  });
});

for (const { name, connect } of SERVICES) {
  describeSms(
    name,
    (connection: Connection) => connect(connection),
    () => sandboxWorld(`sms:${name}` as FaultPort, `/${name}`),
    { isIdempotent: false },
  );
}
