import type { Content } from '../content/schema.ts';

/** Adapters of the house's protocols that the sandbox answers beside those of the demo's content. */
const HOUSE_ADAPTERS: Readonly<Record<string, string>> = {
  PG: 'signed-json',
  BETFLIX: 'signed-json',
  PGSLOT: 'signed-json',
  JOKER: 'hashed-form',
  SLOTXO: 'hashed-form',
  ASKMEBET: 'hashed-form',
  SEXYGAME: 'hashed-form',
};

/** Lets every provider of the demo's content speak the house's protocol, which the tests of modules are about. */
export function speakHouse({ providers }: Pick<Content, 'providers'>): void {
  for (const provider of providers) provider.adapter = HOUSE_ADAPTERS[provider.code] ?? provider.adapter;
}

/** Returns the text of `providers.yaml` in which every provider speaks the house's protocol. */
export const inHouseProtocol = (yaml: string): string =>
  yaml.replace(
    /(- code: (\w+)\n(?: {2}\S.*\n)*? {2}adapter: )(\S+)/g,
    (_, before: string, code: string, adapter: string) => before + (HOUSE_ADAPTERS[code] ?? adapter),
  );
