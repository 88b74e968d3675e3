import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SignedClientOptions } from '../adapters/http/signed-client.ts';
import type { GameProvider } from '../ports/game-provider.ts';

export type CreateProvider = (options: SignedClientOptions) => GameProvider;

/**
 * Loads the adapter of a game provider by its name: `signed-json` is the file of that name, which exports
 * `createSignedJson`. Undefined if there is no such adapter.
 * @param name letters, digits and hyphens, as the content's schema has it
 */
export async function loadProviderAdapter(name: string): Promise<CreateProvider | undefined> {
  // Programs run from the build, tests from the source.
  const file = `../adapters/providers/${name}${path.extname(import.meta.url)}`;
  const url = new URL(file, import.meta.url);
  if (!existsSync(url)) return undefined;
  const module = (await import(url.href)) as Readonly<Record<string, unknown>>;
  const words = name.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const create = module[`create${words.join('')}`];
  return typeof create === 'function' ? (create as CreateProvider) : undefined;
}
