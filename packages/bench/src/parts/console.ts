import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { consoleCalls, type ConsoleCall } from '../calls/console-calls.ts';
import { lookOnce } from '../calls/console-look.ts';
import { readPlans } from '../calls/console-plans.ts';
import { figureOf, median } from '../measure.ts';
import type { Context, Part, Row } from '../part.ts';
import { databaseAt, query, readAll, flushDisk } from '../postgres/databases.ts';
import { freePort } from '@krapao/e2e/support/free-port';
import { openRig } from '../programs/rig.ts';
import { LARGE_DATABASE } from '../seed/fill-large.ts';

/** The store of the short form, and where `fill` has made no large one. */
const SMALL = { members: 4_000, movementsEach: 5, heavyMovements: 2_000, withConsole: true };

const TIMES = 30;
const TIMES_SHORT = 3;
const WARM_UP = 3;

/** Every list and page of the staff's console, on the large store where there is one. */
export const consolePart: Part = {
  name: 'console',
  async run(context) {
    const large = context.short ? undefined : await membersOfLarge(context);
    if (large === undefined) context.log('console: a small store; npm run bench -- fill makes a large one');
    const consolePort = await freePort();
    const rig = await openRig(context, {
      data: large === undefined ? SMALL : LARGE_DATABASE,
      env: { CONSOLE_PORT: String(consolePort) },
    });
    try {
      if (large !== undefined) await readAll(rig.database.url);
      await flushDisk(context.postgresUrl);
      await rig.database.query('update staff_session set seen_at = now(), created_at = now()');
      const members = large ?? SMALL.members;
      const calls = await consoleCalls(rig.database, members);
      const url = `http://127.0.0.1:${consolePort}`;
      const rows: Row[] = [];
      for (const call of calls) {
        const row = await measure(context, url, call);
        rows.push({ ...row, notes: [`${members} members`] });
      }
      const plans = await readPlans(rig.database.url, calls);
      const file = path.join(context.outDir, 'console-plans.json');
      writeFileSync(file, `${JSON.stringify(plans, undefined, 2)}\n`);
      context.log(`plans: ${file}`);
      return rows;
    } finally {
      await rig.stop();
    }
  },
};

/** Returns the members of the large store; undefined where there is none with a console. */
async function membersOfLarge({ postgresUrl }: Context): Promise<number | undefined> {
  const known = await query(postgresUrl, 'select from pg_database where datname = $1', [LARGE_DATABASE]);
  if (known.length === 0) return undefined;
  const [row] = await query<{ members: number; acts: string }>(
    databaseAt(postgresUrl, LARGE_DATABASE).url,
    `select (select count(*)::int from member where id like 'bench%') as members,
      (select id from staff_audit_end)::text as acts`,
  );
  return row && Number(row.acts) > 0 ? row.members : undefined;
}

/** Measures a look and the cheapest call of staff in turns. */
async function measure(context: Context, url: string, call: ConsoleCall): Promise<Row> {
  const own = { paths: ['/staff/api/session'], by: call.by };
  const times = { look: [] as number[], own: [] as number[] };
  for (let run = 0; run < WARM_UP; run += 1) await lookOnce(url, call);
  for (let run = 0; run < (context.short ? TIMES_SHORT : TIMES); run += 1) {
    times.own.push(await timeOf(() => lookOnce(url, own)));
    times.look.push(await timeOf(() => lookOnce(url, call)));
  }
  const figure = figureOf(times.look, 'ms');
  const yardstick = figureOf(times.own, 'ms');
  context.log(
    `${call.name}: ${figure.median.toFixed(1)} ms, worst ${figure.max.toFixed(1)} (session ${yardstick.median.toFixed(1)})`,
  );
  return {
    id: `console.${call.name}`,
    what: `console: ${call.what}, median`,
    figure,
    yardstick: { what: 'who is signed in', figure: yardstick },
    ratio: median(figure.runs) / median(yardstick.runs),
    target: { of: 'figure', atMost: call.atMostMs },
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}
