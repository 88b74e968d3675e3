import { fuzz } from '../fuzz/fuzz.ts';
import { probeAccess } from '../access/probe.ts';
import { searchFigures } from '../support/secrets.ts';

const REQUESTS = 3_000;

/**
 * `npm run tool -- chaos logs`: makes the calls of every kind of caller and a run of the fuzzer, and then
 * searches the logs of servers and sandboxes for every used password, session token and link. The browser
 * tests search the consoles of their own browsers.
 */
export async function run(): Promise<void> {
  await probeAccess();
  await fuzz({ seed: 1, count: REQUESTS, atOnce: 48, progress: () => undefined });
  // A secret in a log has already ended the run above.
  process.stdout.write(`logs: ${searchFigures()}, none found\n`);
}
