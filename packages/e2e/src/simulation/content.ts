import { appendFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../support/program.ts';

const demo = fileURLToPath(new URL('../../../../content/demo', import.meta.url));

/** A second game, so that credit can go from one to another. The same adapter, the same provider outside. */
const SECOND_GAME = `
- code: PG2
  name: PG 2
  category: slot
  adapter: signed-json
  logo: pg-logo.svg
  background: pg-background.svg
  web: ''
  android: ''
  ios: ''
`;

/** Writes the simulated operator's content: the demo's, with a second game. */
export async function writeContent(folder: string): Promise<string> {
  const contentDir = path.join(folder, 'content');
  await cp(demo, contentDir, { recursive: true });
  await appendFile(path.join(contentDir, 'providers.yaml'), SECOND_GAME);
  return contentDir;
}

/** Settings that let servers find the second game where the sandbox plays the first. */
export const secondGame = (sandboxUrl: string): Environment => ({
  PROVIDER_PG2_URL: `${sandboxUrl}/provider/PG`,
  PROVIDER_PG2_SECRET: 'sandbox-only-secret',
});
