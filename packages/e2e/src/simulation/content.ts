import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../support/program.ts';

const demo = fileURLToPath(new URL('../../../../content/demo', import.meta.url));

/** Content that staff switch while it is in use. */
export interface ContentState {
  /** `false`: the site is closed. */
  active: boolean;
  /** `false`: the second game is switched off. */
  secondGame: boolean;
}

/**
 * A second game, so that credit can move between games. It has the same adapter and the same provider in the
 * sandbox.
 */
const secondGameEntry = (enabled: boolean): string => `
- code: PG2
  name: PG 2
  category: slot
  adapter: signed-json
  logo: pg-logo.svg
  background: pg-background.svg
  web: ''
  android: ''
  ios: ''
  enabled: ${enabled}
`;

/** The bonus that members take; repeatable and without a deposit. */
export const BONUS_CODE = 'SIMULATED';

const BONUS = `
- code: ${BONUS_CODE}
  name: { th: โบนัส, la: ໂບນັດ, en: Bonus }
  currency: BAHT
  type: limit
  maxReceived: 100000
  gives: { kind: fixed, amount: 150 }
  minDeposit: 0
  turnoverTimes: 2
  games: { slot: 100 }
  endsBelow: 5
  percentFail: 100
  validDays: 3
  banners:
    - image: bonus-daily.svg
      html: { th: โบนัส, la: ໂບນັດ, en: Bonus }
`;

/**
 * Writes the simulated operator's content: the demo's, with a second game and a bonus. @returns its folder
 */
export async function writeContent(folder: string): Promise<string> {
  const contentDir = path.join(folder, 'content');
  await cp(demo, contentDir, { recursive: true });
  await appendFile(path.join(contentDir, 'bonuses.yaml'), BONUS);
  await changeContent(contentDir, { active: true, secondGame: true });
  return contentDir;
}

/** Changes the folder; the servers see the change when it is loaded. */
export async function changeContent(contentDir: string, state: ContentState): Promise<void> {
  const original = (file: string) => readFile(path.join(demo, file), 'utf8');
  // Registration is not simulated, so it needs no one-time code.
  const operator = (await original('operator.yaml'))
    .replace(/^active: true$/m, `active: ${state.active}`)
    .replace(/^registerOtp: true$/m, 'registerOtp: false');
  await writeFile(path.join(contentDir, 'operator.yaml'), operator);
  const providers = (await original('providers.yaml')) + secondGameEntry(state.secondGame);
  await writeFile(path.join(contentDir, 'providers.yaml'), providers);
}

/** Returns settings that point the second game to the sandbox's first game. */
export const secondGame = (sandboxUrl: string): Environment => ({
  PROVIDER_PG2_URL: `${sandboxUrl}/provider/PG`,
  PROVIDER_PG2_SECRET: 'sandbox-only-secret',
});
