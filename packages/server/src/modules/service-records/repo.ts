import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ServiceRecord, ServiceRecords } from '../../ports/service-records.ts';

/** Keeps the requests to services in the database. */
export function createServiceRecords({ queries }: Database): ServiceRecords {
  return {
    async begin(service, ours) {
      const row = await queries
        .insertInto('service_record')
        .values({ service, ours })
        .onConflict((conflict) => conflict.doNothing())
        .returning('ours')
        .executeTakeFirst();
      return row !== undefined;
    },

    async keep(service, ours, theirs) {
      await sql`
        insert into service_record as r (service, ours, theirs) values (${service}, ${ours}, ${theirs})
          on conflict (service, ours) do update set theirs = excluded.theirs where r.theirs is null`.execute(
        queries,
      );
    },

    async drop(service, ours) {
      await queries
        .deleteFrom('service_record')
        .where('service', '=', service)
        .where('ours', '=', ours)
        .where('theirs', 'is', null)
        .execute();
    },

    async find(service, ours): Promise<ServiceRecord | undefined> {
      const row = await queries
        .selectFrom('service_record')
        .select(['theirs', 'begun_at'])
        .where('service', '=', service)
        .where('ours', '=', ours)
        .executeTakeFirst();
      return row && { theirs: row.theirs, begunAt: row.begun_at };
    },
  };
}
