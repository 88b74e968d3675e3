import { PGlite } from '@electric-sql/pglite';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { CREATE_CLOCK, SEARCH_PATH } from './moved-time.ts';
import { schemaHash } from './schema-hash.ts';

/*
 * Images are PGlite data folders as one file each. A database that starts as a copy of one is open in a fifth of the
 * time that a new one takes. They are kept between runs.
 */
const FOLDER = fileURLToPath(new URL('../../../../.cache/test/', import.meta.url));

/** Returns the file of a database without tables. */
export const emptyImage = (): Promise<string> => image('empty', pgliteVersion(), dumpEmpty);

/** Returns the file of a migrated database that can follow moved time. */
export const migratedImage = (): Promise<string> =>
  image('moved', `${pgliteVersion()}-${schemaHash()}`, dumpMigrated);

const images = new Map<string, Promise<string>>();

/** Makes an image that no process has made yet. Two that make it at the same time make the same one. */
function image(kind: string, version: string, dump: () => Promise<Uint8Array>): Promise<string> {
  const name = `pglite-${kind}-${version}.tar`;
  const known = images.get(name);
  if (known) return known;
  const made = (async () => {
    const file = path.join(FOLDER, name);
    if (existsSync(file)) return file;
    await mkdir(FOLDER, { recursive: true });
    const old = (await readdir(FOLDER)).filter((other) => other.startsWith(`pglite-${kind}-`));
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, await dump());
    await rename(draft, file);
    await Promise.all(
      old.filter((other) => other !== name).map((other) => rm(path.join(FOLDER, other), { force: true })),
    );
    return file;
  })();
  images.set(name, made);
  return made;
}

async function dumpEmpty(): Promise<Uint8Array> {
  return dumpOf(await PGlite.create('memory://'));
}

async function dumpMigrated(): Promise<Uint8Array> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'krapao-pglite-'));
  try {
    const pgliteImage = await emptyImage();
    const database = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir, pgliteImage });
    await sql.raw(CREATE_CLOCK).execute(database.queries);
    await sql.raw(`set search_path = ${SEARCH_PATH}`).execute(database.queries);
    await migrate(database);
    await database.close();
    return await dumpOf(await PGlite.create(path.join(dataDir, 'pglite')));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function dumpOf(database: PGlite): Promise<Uint8Array> {
  const file = await database.dumpDataDir('none');
  await database.close();
  return new Uint8Array(await file.arrayBuffer());
}

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const about: unknown = JSON.parse(
    readFileSync(path.join(path.dirname(entry), '..', 'package.json'), 'utf8'),
  );
  return (about as { version: string }).version;
}
