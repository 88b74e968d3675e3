import { fuzz } from '../fuzz/fuzz.ts';
import { probeAccess } from '../access/probe.ts';
import { searchFigures } from '../support/secrets.ts';

const REQUESTS = 3_000;

/**
 * `npm run torture -- logs`: everybody's calls and a run of the fuzzer, after which the logs of servers and sandboxes
 * are searched for every password, session token and link that was in use. The consoles of browsers are searched by
 * the browser tests, each its own.
 */
export async function run(): Promise<void> {
  await probeAccess();
  await fuzz({ seed: 1, count: REQUESTS, atOnce: 48, progress: () => undefined });
  // A secret in a log has ended the run above.
  process.stdout.write(`logs: ${searchFigures()}, none found\n`);
}
