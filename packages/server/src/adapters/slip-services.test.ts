import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultPort } from '@krapao/sandbox/faults/faults';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import { sandboxWorld, type Connection } from '../testing/conformance/port-world.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../testing/conformance/service-world.ts';
import { describeSlipLookup } from '../testing/conformance/slip-lookup.ts';
import { SECRET } from '../testing/counterparties-world.ts';
import { createEasyslip } from './easyslip/client.ts';
import type { ServiceConnection } from './http/service-call.ts';
import { createSlip2go } from './slip2go/client.ts';
import { createSlipok } from './slipok/client.ts';

const BANKS: Readonly<Record<string, string>> = { '004': 'KBANK', '014': 'SCB' };
const bankCodeOf = (number: string): string => BANKS[number] ?? '';
const WRONG_SECRET = 'a-wrong-secret-of-the-test';

interface SlipService {
  name: string;
  delayMs: number | null;
  connect: (connection: ServiceConnection, secret?: string) => SlipLookup;
  /** Outcomes of the service's documented errors; the others are unknown. */
  outcomes: Readonly<Record<string, string>>;
}

/** The services with the credentials of docs/protocol/services.md. */
const SERVICES: readonly SlipService[] = [
  {
    name: 'easyslip',
    delayMs: 15 * 60_000,
    connect: (connection, token = 'demo-easyslip-key') =>
      createEasyslip(withCredentials(connection, { bankCodeOf, token })),
    outcomes: {
      QUOTA_EXCEEDED: 'quota',
      VALIDATION_ERROR: 'refused',
      SLIP_NOT_FOUND: 'not_found',
      SLIP_PENDING: 'delayed',
    },
  },
  {
    name: 'slipok',
    delayMs: 5 * 60_000,
    connect: (connection, key = 'demo-slipok-key') =>
      createSlipok(withCredentials(connection, { bankCodeOf, branch: '10001', key })),
    outcomes: {
      '1003': 'quota',
      '1004': 'quota',
      '1008': 'refused',
      '1009': 'delayed',
      '1010': 'delayed',
      '1011': 'not_found',
    },
  },
  {
    name: 'slip2go',
    delayMs: null,
    connect: (connection, secret = 'demo-slip2go-secret') =>
      createSlip2go(withCredentials(connection, { bankCodeOf, secret })),
    outcomes: {
      '200404': 'not_found',
      '400001': 'refused',
      '401004': 'quota',
      '401005': 'quota',
      '401006': 'quota',
    },
  },
];

describe.each(SERVICES)('the slip look-up $name', ({ name, connect, outcomes }) => {
  let world: ServiceWorld;
  let lookup: SlipLookup;
  let reference: string;

  beforeAll(async () => {
    world = await ServiceWorld.start(`slip:${name}` as FaultPort);
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

  /** Asks, and returns the outcome, or the status of the answer. */
  async function ask(port = lookup): Promise<string> {
    const answer = await port.lookUp({ sendingBank: '014', reference });
    return answer.outcome === 'done' ? answer.value.status : answer.outcome;
  }

  it('finds a slip again and again', async () => {
    expect([await ask(), await ask(), await ask()]).toEqual(['found', 'found', 'found']);
  });

  it('finds a slip in an answer with fields that no document names', async () => {
    await world.fault('extra');
    expect(await ask()).toBe('found');
  });

  it('tells nothing without the amount', async () => {
    await world.fault('missing');
    expect(await ask()).toBe('unknown');
  });

  it.each(SERVICE_FAULTS)('tells nothing under %s, dice %d', async (kind, dice) => {
    await world.fault(kind, dice);
    expect(await ask()).toBe('unknown');
    await world.heal();
    expect(await ask()).toBe('found');
  });

  it('does not take another secret, and does not repeat it', async () => {
    const answer = await connect(world.connection, WRONG_SECRET).lookUp({ sendingBank: '014', reference });
    expect(answer.outcome).toBe('unknown');
    expect(JSON.stringify(answer)).not.toContain(WRONG_SECRET);
  });

  it('is not asked where no server listens', async () => {
    const answer = await connect(world.dead).lookUp({ sendingBank: '014', reference });
    expect(answer).toMatchObject({ outcome: 'unknown', sent: false });
  });

  it('answers each documented error as it means', async () => {
    const errors = await world.errors();
    expect(errors).toEqual(expect.arrayContaining(Object.keys(outcomes)));
    const told: Record<string, string> = {};
    for (const error of errors) {
      await world.force(error);
      told[error] = await ask();
    }
    const expected = Object.fromEntries(errors.map((error) => [error, outcomes[error] ?? 'unknown']));
    expect(told).toEqual(expected);
  });
});

describe('a receiver who is known by a telephone number alone', () => {
  it('is not told by EasySlip', async () => {
    const world = await ServiceWorld.start('slip:easyslip');
    try {
      const { reference } = await world.outside.control<{ reference: string }>('POST', '/bank/transfer', {
        fromBankCode: 'SCB',
        fromAccountNo: '1234567890',
        fromName: 'สมชาย ใจดี',
        toAccountNo: '0001234572',
        amount: 10,
      });
      await world.fault('alternate');
      const lookup = createEasyslip(
        withCredentials(world.connection, { bankCodeOf, token: 'demo-easyslip-key' }),
      );
      expect(await lookup.lookUp({ sendingBank: '014', reference })).toMatchObject({ outcome: 'unknown' });
    } finally {
      await world.stop();
    }
  });
});

for (const { name, connect, delayMs } of SERVICES) {
  describeSlipLookup(
    name,
    (connection: Connection) =>
      connect(connection, ...(connection.secret === SECRET ? [] : [connection.secret])),
    () => sandboxWorld(`slip:${name}` as FaultPort, `/${name}`),
    { delayMs },
  );
}
