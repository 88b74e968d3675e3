import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServiceOptions, ServiceSettings } from '../adapters/providers/service/options.ts';
import type { GameProvider } from '../ports/game-provider.ts';

export type CreateProvider = (options: ServiceOptions) => GameProvider;

export interface ProviderAdapter {
  create: CreateProvider;
  /** Its settings beside address and secret. */
  settings: ServiceSettings;
}

/**
 * Loads the adapter of a game provider by its name: `signed-json` is the file of that name, or the file
 * `adapter` in the folder of that name. It exports `createSignedJson`, and `settings` if it needs more than an
 * address and a secret. Undefined if there is no such adapter.
 * @param name letters, digits and hyphens, as the content's schema has it
 */
export async function loadProviderAdapter(name: string): Promise<ProviderAdapter | undefined> {
  // Programs run from the build, tests from the source.
  const ending = path.extname(import.meta.url);
  const url = [`${name}${ending}`, `${name}/adapter${ending}`]
    .map((file) => new URL(`../adapters/providers/${file}`, import.meta.url))
    .find((one) => existsSync(one));
  if (!url) return undefined;
  const module = (await import(url.href)) as Readonly<Record<string, unknown>>;
  const words = name.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const create = module[`create${words.join('')}`];
  const settings = (module['settings'] ?? { required: [] }) as ServiceSettings;
  return typeof create === 'function' ? { create: create as CreateProvider, settings } : undefined;
}
