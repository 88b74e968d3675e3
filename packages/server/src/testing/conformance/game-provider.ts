import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { GameProvider } from '../../ports/game-provider.ts';
import { describeFaults } from './game-provider-faults.ts';
import { describeLaunch } from './game-provider-launch.ts';
import { describeMaintenance } from './game-provider-maintenance.ts';
import { describeBalanceSettled, describeMoney, describeReferenceSettled } from './game-provider-money.ts';
import { describePlayers } from './game-provider-players.ts';
import { PROVIDERS_UNDER_TEST, type Dialect } from './game-provider-table.ts';
import { describeTurnover } from './game-provider-turnover.ts';
import { sandboxWorld, type Connection, type PortWorld } from './port-world.ts';
import { ProviderTrial } from './provider-trial.ts';

/** Prefix of the suite's titles, so that a report finds them. */
const SUITE = 'game provider';

/**
 * Requirements on every adapter of the game provider port, tested with each provider of one dialect.
 * @param settlesBy the way in which the adapter settles a transfer without an answer
 */
export function describeGameProviders(
  dialect: Dialect,
  settlesBy: GameProvider['settlesBy'],
  connect: (connection: Connection) => GameProvider,
): void {
  let world: PortWorld;
  beforeAll(async () => {
    world = await sandboxWorld('provider', '/provider');
  });
  afterEach(() => world.heal());
  afterAll(() => world.stop());

  for (const under of PROVIDERS_UNDER_TEST.filter((one) => one.dialect === dialect)) {
    describe(`${SUITE}: ${under.code} (${dialect})`, () => {
      const trial = new ProviderTrial(under, connect, () => world);
      describePlayers(trial);
      describeMoney(trial, settlesBy);
      if (settlesBy === 'reference') describeReferenceSettled(trial);
      else describeBalanceSettled(trial);
      describeFaults(trial);
      describeMaintenance(trial);
      describeLaunch(trial);
      describeTurnover(trial);
    });
  }
}
