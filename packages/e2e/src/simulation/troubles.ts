import { sendCallback } from '../support/counterparties.ts';
import type { Dice } from '../support/dice.ts';
import {
  FAULT_KINDS,
  FAULT_PORTS,
  FORGERIES,
  PORTS_OF_FAULT,
  SERVICE_ERRORS,
  type Trouble,
} from './vocabulary.ts';
import type { World } from './world.ts';

/** Decides a trouble: mostly a fault, now and then the end of all. */
export function decideTrouble(dice: Dice, servers: number): Trouble {
  const way = dice.between(1, 9);
  if (way <= 3) return { kind: 'heal' };
  if (way === 4) return { kind: 'serviceError', ...dice.pick(SERVICE_ERRORS), times: dice.between(1, 3) };
  if (way === 5) return { kind: 'forge', server: dice.between(0, servers - 1), way: dice.pick(FORGERIES) };
  const fault = dice.pick(FAULT_KINDS);
  return {
    kind: 'fault',
    port: dice.pick(PORTS_OF_FAULT[fault] ?? FAULT_PORTS),
    fault,
    rate: dice.between(2, 25) / 100,
    ms: dice.between(10, 250),
  };
}

/** Causes a trouble. */
export async function cause(world: World, trouble: Trouble): Promise<void> {
  const { counterparties, servers } = world;
  switch (trouble.kind) {
    case 'kill':
      servers.kill(trouble.server);
      return;
    case 'heal':
      await heal(world);
      return;
    case 'fault': {
      const { port, fault, rate, ms } = trouble;
      await counterparties.fault({ port, kind: fault, rate, ms });
      return;
    }
    case 'serviceError': {
      const { service, error, times } = trouble;
      await counterparties.failNext(service, error, times);
      return;
    }
    case 'forge':
      await forge(world, trouble);
  }
}

/** Ends all faults of the counterparties. */
export async function heal({ counterparties }: Pick<World, 'counterparties'>): Promise<void> {
  await counterparties.clearFaults();
  await counterparties.clearServiceErrors();
}

const NOTHING_OF_OURS = '00000000-0000-4000-8000-000000000000';

/** Tells a server of a payment that nobody made. */
async function forge(
  { servers, expectations }: World,
  { server, way }: Extract<Trouble, { kind: 'forge' }>,
): Promise<void> {
  const payment = { uuid: NOTHING_OF_OURS, type: 'deposit', status: 'SUCCESS', amount: 500 };
  const [path, body] =
    way === 'payonex'
      ? ['/api/callback/gateway/PAYONEX', { success: true, code: '20000', data: payment }]
      : ['/api/callback/gateway/KBANK', { reference: NOTHING_OF_OURS, amount: '500.00' }];
  const url = await servers.urlOf(server);
  const status = await sendCallback(url, path, body, 'a secret of nobody').catch(() => undefined);
  if (status !== undefined && status < 400) {
    expectations.violated(`a callback of nobody (${way}) was taken: ${status}`);
  }
}
