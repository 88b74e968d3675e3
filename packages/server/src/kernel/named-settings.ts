import { withPlayedServices } from './sandbox-services.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by their names in 1.1.14, which still work in this version. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  OUTSIDE_TIMEOUT_MS: 'COUNTERPARTY_TIMEOUT_MS',
  SETTLE_EVERY_MS: 'RECONCILE_EVERY_MS',
};

/** Returns the environment with former names replaced; a current name that is set as well counts. */
function withCurrentNames(given: Environment) {
  const former = Object.entries(FORMER_NAMES).filter(([name]) => given[name] !== undefined);
  const renamed = Object.fromEntries(former.map(([name, current]) => [current, given[name]]));
  return {
    given: { ...renamed, ...given },
    formerNames: former.map(([name, current]) => `${name} is called ${current}`),
  };
}

/** Returns the settings by their current names, with those that the sandbox gives. */
export function namedSettings(environment: Environment) {
  // A blank variable counts as unset: shells and compose files pass unset ones as blank.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const { given, formerNames } = withCurrentNames(set);
  return { ...withPlayedServices(given), formerNames };
}
