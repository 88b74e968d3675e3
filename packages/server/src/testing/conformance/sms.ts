import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sms } from '../../ports/sms.ts';
import { commits, isUnknown, PORT_FAULTS, type Connection, type PortWorld } from './port-world.ts';

/** Requirements on every adapter of the SMS port. */
export function describeSms(
  name: string,
  connect: (connection: Connection) => Sms,
  open: () => Promise<PortWorld>,
  { isIdempotent = true }: { /** False: the service has no idempotency key. */ isIdempotent?: boolean } = {},
): void {
  describe(`sms: ${name}`, () => {
    let world: PortWorld;
    let sms: Sms;
    let sent = 0;

    beforeAll(async () => {
      world = await open();
      sms = connect(world.connection);
    });
    afterEach(() => world.heal());
    afterAll(() => world.stop());

    const message = (text = 'รหัส 123456 ລະຫັດ') => {
      sent += 1;
      return { reference: randomUUID(), to: `09${String(sent).padStart(8, '0')}`, text };
    };
    const inbox = (to: string) => world.outside.smsTo(to);

    it('delivers a text as it is', async () => {
      const one = message();
      expect(await sms.send(one)).toEqual({ outcome: 'done', value: undefined });
      expect(await inbox(one.to)).toMatchObject([{ text: one.text }]);
    });

    it('sends once for one reference', async () => {
      const one = message();
      await Promise.all(Array.from({ length: 5 }, () => sms.send(one)));
      expect(await inbox(one.to)).toHaveLength(1);
    });

    it('is refused what is no phone', async () => {
      expect((await sms.send({ ...message(), to: 'nobody' })).outcome).toBe('refused');
    });

    if (isIdempotent) {
      it.each(PORT_FAULTS)(
        'does not know whether it was sent under %s; sending again is safe',
        async (fault) => {
          const one = message();
          await world.fault(fault);
          expect(await sms.send(one)).toEqual(isUnknown(true));
          await world.heal();
          expect((await sms.send(one)).outcome).toBe('done');
          expect(await inbox(one.to)).toHaveLength(1);
        },
      );
    } else {
      it.each(PORT_FAULTS)(
        'does not know whether it was sent under %s, and does not send it again',
        async (fault) => {
          const one = message();
          await world.fault(fault);
          expect(await sms.send(one)).toEqual(isUnknown(true));
          await world.heal();
          expect(await sms.send(one)).toEqual(isUnknown(true));
          expect(await inbox(one.to)).toHaveLength(commits(fault) ? 1 : 0);
          // A new code is a new message.
          expect((await sms.send({ ...one, reference: randomUUID() })).outcome).toBe('done');
        },
      );
    }

    it('knows that nothing was sent when nobody listens', async () => {
      const cut = connect({ ...world.connection, baseUrl: world.deadUrl });
      expect(await cut.send(message())).toEqual(isUnknown(false));
    });
  });
}
