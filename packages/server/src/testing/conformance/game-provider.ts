import type { SandboxOptions } from '@krapao/sandbox/app';
import type { ServicesByCode } from '@krapao/sandbox/provider/providers';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { GameProvider } from '../../ports/game-provider.ts';
import { inWhole } from '../forms.ts';
import { describeFaults } from './game-provider-faults.ts';
import { describeLaunch } from './game-provider-launch.ts';
import { describeMaintenance } from './game-provider-maintenance.ts';
import { describeBalanceSettled, describeMoney, describeReferenceSettled } from './game-provider-money.ts';
import { describePlayers } from './game-provider-players.ts';
import {
  isService,
  PROVIDERS_UNDER_TEST,
  type Dialect,
  type ProviderUnderTest,
} from './game-provider-table.ts';
import { describeNoReport, describeTurnover } from './game-provider-turnover.ts';
import { describeServiceAnswers } from './game-service-answers.ts';
import { sandboxWorld, type Connection, type PortWorld } from './port-world.ts';
import { ProviderTrial } from './provider-trial.ts';

/** Prefix of the suite's titles, so that a report finds them. */
const SUITE = 'game provider';

/**
 * Requirements on every adapter of the game provider port, tested with each provider of one dialect.
 * @param sandbox options of the sandbox that plays the providers
 * @param settlesBy the way in which the adapter settles a transfer without an answer
 */
export function describeGameProviders(
  dialect: Dialect,
  settlesBy: GameProvider['settlesBy'],
  connect: (connection: Connection) => GameProvider,
  sandbox: () => Promise<Partial<SandboxOptions>> = async () => ({}),
): void {
  let world: PortWorld;
  beforeAll(async () => {
    const services = PROVIDERS_UNDER_TEST.filter((one) => one.dialect === dialect && isService(one.dialect));
    world = await sandboxWorld('provider', '/provider', {
      ...(await sandbox()),
      dialects: Object.fromEntries(services.map(({ code }) => [code, dialect])) as ServicesByCode,
    });
  });
  afterEach(() => world.heal());
  afterAll(() => world.stop());

  // The short form tests an adapter with one provider; the others differ in their data.
  for (const [index, under] of PROVIDERS_UNDER_TEST.filter((one) => one.dialect === dialect).entries()) {
    describe(`${SUITE}: ${nameOf(under)} (${dialect})`, index === 0 ? {} : inWhole, () => {
      const trial = new ProviderTrial(under, connect, () => world);
      describePlayers(trial);
      describeMoney(trial, settlesBy);
      if (settlesBy === 'reference') describeReferenceSettled(trial);
      else describeBalanceSettled(trial);
      describeFaults(trial);
      describeMaintenance(trial);
      describeLaunch(trial);
      if (isService(dialect)) describeServiceAnswers(trial, settlesBy);
      if (under.traits.report === 'none') describeNoReport(trial);
      else if (under.traits.report !== 'paced') describeTurnover(trial);
    });
  }
}

/** A provider may be tested twice: in the house's protocol and in a service's. */
const nameOf = ({ code, dialect }: ProviderUnderTest): string =>
  isService(dialect) ? `${code}/${dialect}` : code;
