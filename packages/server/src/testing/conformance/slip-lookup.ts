import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import { isUnknown, PORT_FAULTS, type Connection, type PortWorld } from './port-world.ts';

/** Requirements on every adapter of the slip look-up port. */
export function describeSlipLookup(
  name: string,
  connect: (connection: Connection) => SlipLookup,
  open: () => Promise<PortWorld>,
  {
    delayMs = 15 * 60_000,
  }: {
    /** Pause that the service names for a bank that is behind; null: it names none. */ delayMs?:
      | number
      | null;
  } = {},
): void {
  describe(`slip look-up: ${name}`, () => {
    let world: PortWorld;
    let lookup: SlipLookup;
    let reference: string;

    beforeAll(async () => {
      world = await open();
      lookup = connect(world.connection);
      const made = await world.outside.control<{ reference: string }>('POST', '/bank/transfer', {
        fromBankCode: 'SCB',
        fromAccountNo: '1234567890',
        fromName: 'สมชาย ใจดี',
        toAccountNo: '0001234572',
        amount: 1234.5,
      });
      reference = made.reference;
    });
    afterEach(() => world.heal());
    afterAll(() => world.stop());

    const ask = () => lookup.lookUp({ sendingBank: '014', reference });

    it('finds a transfer, with the parties masked', async () => {
      const before = Date.now();
      const answer = await ask();
      expect(answer).toEqual({
        outcome: 'done',
        value: {
          status: 'found',
          transfer: {
            amount: 123_450n,
            at: expect.any(Date),
            fromBankCode: 'SCB',
            fromAccountNo: 'xxxxx6789x',
            fromName: 'สมชาย ใจ***',
            toBankCode: 'KBANK',
            toAccountNo: 'xxxxx3457x',
            toName: expect.stringContaining('***'),
          },
        },
      });
      const at = answer.outcome === 'done' && answer.value.status === 'found' ? answer.value.transfer.at : 0;
      expect(Math.abs(Number(at) - before)).toBeLessThan(60_000);
    });

    it.each([
      ['another reference', '014', () => '20260101AAAAAAAAAAAA'],
      ['another bank', '004', () => reference],
    ])('does not find %s', async (_, sendingBank, asked) => {
      const answer = await lookup.lookUp({ sendingBank, reference: asked() });
      expect(answer).toEqual({ outcome: 'done', value: { status: 'not_found' } });
    });

    it('is refused what no bank could have sent', async () => {
      expect((await lookup.lookUp({ sendingBank: 'TRUEMONEY', reference })).outcome).toBe('refused');
    });

    it('tells when to ask a delayed bank again', async () => {
      await world.outside.fault('slip', 'delayed');
      expect(await ask()).toEqual({
        outcome: 'done',
        value: delayMs === null ? { status: 'not_found' } : { status: 'delayed', retryAfterMs: delayMs },
      });
    });

    it('tells that it takes no more questions', async () => {
      await world.outside.fault('slip', 'quota');
      expect(await ask()).toEqual({ outcome: 'done', value: { status: 'quota' } });
    });

    it.each(PORT_FAULTS)('knows nothing under %s', async (fault) => {
      await world.fault(fault);
      expect(await ask()).toEqual(isUnknown(true));
    });

    it('knows nothing when nobody listens, or its secret is not known there', async () => {
      const cut = connect({ ...world.connection, baseUrl: world.deadUrl });
      expect(await cut.lookUp({ sendingBank: '014', reference })).toEqual(isUnknown(false));
      const stranger = connect({ ...world.connection, secret: 'another' });
      expect(await stranger.lookUp({ sendingBank: '014', reference })).toEqual(isUnknown(true));
    });
  });
}
