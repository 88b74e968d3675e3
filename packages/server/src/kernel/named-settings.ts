import { withCurrentNames } from './former-settings.ts';
import { withPlayedServices } from './sandbox-services.ts';

/** Returns the settings by their current names, with those that the sandbox gives. */
export function namedSettings(environment: Readonly<Record<string, string | undefined>>) {
  // A blank variable counts as unset: shells and compose files pass unset ones as blank.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const { given, formerNames } = withCurrentNames(set);
  return { ...withPlayedServices(given), formerNames };
}
