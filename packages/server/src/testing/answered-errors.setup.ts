import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/*
 * Stores which declared errors this worker's tests have had from a call, where `ANSWERED_ERRORS_DIR` names a
 * folder: the run's report compares them with the contract (`scripts/lib/answered-errors.mjs`).
 */
const folder = process.env['ANSWERED_ERRORS_DIR'];
const worker = globalThis as { answeredErrors?: Set<string> };

if (folder && !worker.answeredErrors) {
  const seen = new Set<string>();
  worker.answeredErrors = seen;
  subscribe('krapao:answered-error', (error) => void seen.add(String(error)));
}

if (folder) {
  afterAll(() => {
    const lines = [...(worker.answeredErrors ?? [])].join('\n');
    writeFileSync(join(folder, `answered-${process.pid}.txt`), `${lines}\n`);
  });
}
