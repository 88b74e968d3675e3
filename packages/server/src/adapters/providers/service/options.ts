import type { SignedClientOptions } from '../../http/signed-client.ts';

/** Names of a service's settings beside address and secret: `APP_ID` is `PROVIDER_<CODE>_APP_ID`. */
export interface ServiceSettings {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/** The connection of a service that has settings of its own. */
export interface ServiceOptions extends SignedClientOptions {
  /** Values of its settings by name. */
  values?: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Returns the value of a required setting. @throws Error when it is missing: the start names it before */
export function requiredValue({ values = {} }: ServiceOptions, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the setting ${name} is missing`);
  return value;
}
