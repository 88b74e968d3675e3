import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { inParts } from '../../kernel/in-parts.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { inTurn } from './in-turn.ts';

const PART_BYTES = 128 * 1024;

/** Stores files in the database, in parts. So every process and every backup has them. */
export function createDatabaseStore(database: Database): FileStore {
  const removeParts = async (key: string): Promise<void> => {
    await database.queries.deleteFrom('file_part').where('key', '=', key).execute();
  };
  return {
    bytesInHand: 4 * PART_BYTES,

    async write(key, content) {
      await removeParts(key);
      let no = 0;
      try {
        for await (const bytes of inParts(content, PART_BYTES)) {
          const part = { key, no, bytes };
          await inTurn(() => database.queries.insertInto('file_part').values(part).execute());
          no += 1;
        }
      } catch (error) {
        await removeParts(key);
        throw error;
      }
    },

    async *read(key, { start, end }) {
      for (let at = start; at <= end;) {
        const no = Math.floor(at / PART_BYTES);
        const from = at - no * PART_BYTES;
        const most = Math.min(PART_BYTES - from, end - at + 1);
        const { rows } = await inTurn(() =>
          sql<{ bytes: Buffer }>`
            select substring(bytes from ${from + 1}::int for ${most}::int) as bytes
              from file_part where key = ${key} and no = ${no}`.execute(database.queries),
        );
        const bytes = rows[0]?.bytes;
        if (!bytes?.length) throw new Error(`the file ${key} ends at ${at}`);
        yield Buffer.from(bytes);
        at += bytes.length;
      }
    },

    remove: removeParts,
  };
}
