/** The game providers that exist in this world. Another one with the same ways is one more line. */
export interface ProviderInfo {
  readonly code: string;
  readonly name: string;
}

const PROVIDERS: readonly ProviderInfo[] = [
  { code: 'PG', name: 'PG Pocket Games' },
  { code: 'PGSLOT', name: 'PG Slot' },
];

export const providerInfo = (code: string): ProviderInfo | undefined =>
  PROVIDERS.find((provider) => provider.code === code);

export const listProviders = (): readonly ProviderInfo[] => PROVIDERS;
