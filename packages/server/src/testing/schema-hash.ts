import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCHEMA_FOLDERS } from '../database/migrate.ts';

/** Returns a text that differs whenever a migration or a function of the schema does. */
export function schemaHash(): string {
  const hash = createHash('sha256');
  for (const folder of Object.values(SCHEMA_FOLDERS)) {
    for (const file of readdirSync(folder).toSorted()) {
      hash.update(file).update(readFileSync(path.join(folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
