import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { QR_PROVIDERS } from '@krapao/contract/limits';
import { readContent } from '../content/read.ts';
import { SECRET, type OutsideWorld } from './counterparties-world.ts';
import { freePort } from './free-port.ts';
import { inHouseProtocol } from './house-protocol.ts';
import { DEMO_CONTENT } from './test-server.ts';

type Environment = Record<string, string>;

/** Copies the demo content to a folder, with links to real sites, and the house's protocol for every provider. */
export async function copyRealContent(folder: string): Promise<string> {
  await cp(DEMO_CONTENT, folder, { recursive: true });
  const providers = path.join(folder, 'providers.yaml');
  await writeFile(providers, inHouseProtocol(await readFile(providers, 'utf8')));
  await editContent(folder, 'providers.yaml', /\{sandbox\}/g, 'https://games.example');
  return folder;
}

/** @throws Error if there is nothing to replace */
export async function editContent(folder: string, file: string, from: RegExp, to: string): Promise<void> {
  const name = path.join(folder, file);
  const text = await readFile(name, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has no ${String(from)}`);
  await writeFile(name, edited);
}

/**
 * Returns the settings of an installation without the sandbox: every counterparty of a content folder has an
 * address.
 */
export async function realEnvironment(world: OutsideWorld, contentDir: string): Promise<Environment> {
  const { providers } = await readContent(contentDir);
  const places = [
    'sms',
    'bank',
    'ewallet',
    'gift',
    'slip',
    'desk',
    ...QR_PROVIDERS.map((code) => `gateway/${code}`),
    ...providers.map(({ code }) => `provider/${code}`),
  ];
  const PORT = String(await freePort());
  return {
    SANDBOX: '0',
    SECRET_KEY: 'a key of thirty-two characters at least',
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    CONTENT_DIR: contentDir,
    ...Object.fromEntries(
      places.flatMap((place) => {
        const name = place.replace('/', '_').replace(/^[a-z]+/, (kind) => kind.toUpperCase());
        return [
          [`${name}_URL`, `${world.url}/${place}`],
          [`${name}_SECRET`, SECRET],
        ];
      }),
    ),
  };
}

/** Returns an environment without the settings of some counterparties, such as `PROVIDER_PG`. */
export const without = (environment: Environment, ...names: string[]): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([variable]) => !names.some((name) => variable === `${name}_URL` || variable === `${name}_SECRET`),
    ),
  );
