import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries } from '../database/open.ts';
import { Findings, type Check } from './finding.ts';

const ROWS_AT_ONCE = 5_000;

interface Act {
  id: string;
  previous_hash: Buffer;
  hash: Buffer;
  /** The columns that the hash covers, as texts in their fixed order. */
  columns: (string | null)[];
}

/**
 * Recomputes the chain of the staff's recorded acts: each row's hash covers the row and the hash before it. A row
 * that was changed, added or deleted by other means than the recording is found, the last one too.
 */
export const staffChainCheck = (database: Database): Check => ({
  name: 'acts of staff are as recorded',
  run: async () => {
    const findings = new Findings('acts of staff are as recorded');
    // One snapshot: acts that are recorded meanwhile must not look like faults.
    await database.transaction(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx);
      let last: { id: bigint; hash: Buffer } = { id: 0n, hash: Buffer.alloc(0) };
      for (;;) {
        const acts = await actsAfter(tx, last.id);
        for (const act of acts) {
          const id = BigInt(act.id);
          const subject = `act ${act.id}`;
          if (id !== last.id + 1n)
            findings.wrong(subject, `follows ${last.id}: the acts between are missing`);
          else if (!act.previous_hash.equals(last.hash)) {
            findings.wrong(subject, `does not continue act ${last.id}`);
          }
          if (!hashOf(act).equals(act.hash)) findings.wrong(subject, 'is not what was recorded');
          last = { id, hash: act.hash };
        }
        if (acts.length < ROWS_AT_ONCE) break;
      }
      const { rows } = await sql<{ id: bigint; hash: Buffer }>`select id, hash from staff_audit_end`.execute(
        tx,
      );
      const [end] = rows;
      if (!end || end.id !== last.id || !end.hash.equals(last.hash)) {
        findings.wrong(
          `act ${last.id}`,
          `is the last one, and ${end ? `act ${end.id}` : 'none'} was recorded last`,
        );
      }
    });
    return findings.list;
  },
});

async function actsAfter(tx: Queries, id: bigint): Promise<Act[]> {
  const { rows } = await sql<Act>`
    select id::text as id, previous_hash, hash, array[
        id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor::text, actor_name,
        array_to_string(roles, ','), session_id::text, address, request_id, action, subject, outcome, reason,
        before::text, after::text, approval_id::text] as columns
      from staff_audit where staff_audit.id > ${id} order by staff_audit.id limit ${ROWS_AT_ONCE}`.execute(
    tx,
  );
  return rows;
}

/** Returns the hash of a row: of the hash before it and of its columns as PostgreSQL writes a JSON array. */
const hashOf = ({ previous_hash: before, columns }: Act): Buffer =>
  createHash('sha256')
    .update(before)
    .update(`[${columns.map((column) => JSON.stringify(column)).join(', ')}]`)
    .digest();
