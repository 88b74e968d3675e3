import { durations, p50, perSecond, type HttpLoad } from '../load/http-runner.ts';
import type { LedgerJob, LedgerResult } from '../load/ledger-load.ts';
import { MEMBERS, statementPage, walletLooks, withdrawals } from '../load/member-requests.ts';
import { BenchWorker } from '../load/worker.ts';
import { inTurns, ratioOf } from '../measure.ts';
import type { Context, Figure, Part, Row } from '../part.ts';
import { query, readAll, flushDisk, siblingUrl } from '../postgres/databases.ts';
import { openRig, type Rig } from '../programs/rig.ts';
import { LARGE_DATABASE } from '../seed/fill-large.ts';

const SMALL_MEMBERS = 10_000;
/** Least ratio of a figure on the large store to the same figure on the small one. */
const KEPT = 0.75;
const LEDGER_IN_FLIGHT = 64;

/** The main figures on ten million movements against the same on a small store, in turns. */
export const largePart: Part = {
  name: 'large',
  async run(context) {
    const size = await sizeOf(context);
    if (!size) {
      context.log('large: left out, there is no large store: npm run bench -- fill --data FOLDER');
      return [];
    }
    const small = await openRig(context, { data: { members: SMALL_MEMBERS, movementsEach: 10 } });
    const large = await openRig(context, { data: LARGE_DATABASE });
    if (!(await readAll(large.database.url))) context.log('large: not read ahead, the first runs are slower');
    // One checkpoint for all: after each, every page's first write is a full-page write, and the large store
    // has many pages.
    await flushDisk(context.postgresUrl);
    try {
      const ledgerRows = await measureLedger(context, { small, large });
      return [...ledgerRows, ...(await measureCalls(context, { small, large, ...size }))].map((row) => ({
        ...row,
        notes: [`${size.movements} movements of ${size.members} members, ${size.size}`],
      }));
    } finally {
      await large.stop();
      await small.stop();
    }
  },
};

interface Size {
  members: number;
  movements: number;
  size: string;
}

interface Rigs {
  small: Rig;
  large: Rig;
}

async function sizeOf({ postgresUrl }: Context): Promise<Size | undefined> {
  const known = await query(postgresUrl, 'select from pg_database where datname = $1', [LARGE_DATABASE]);
  if (known.length === 0) return undefined;
  const [row] = await query<{ members: string; movements: string; size: string }>(
    siblingUrl(postgresUrl, LARGE_DATABASE),
    `select (select count(*) from member where id like 'bench%')::text as members,
      (select count(*) from ledger_transfer)::text as movements,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  return row && { members: Number(row.members), movements: Number(row.movements), size: row.size };
}

const against = (id: string, what: string, figures: { small: Figure; large: Figure }): Row => {
  const isLatency = figures.large.unit === 'ms';
  return {
    id: `large.${id}`,
    what: `large store: ${what}`,
    figure: figures.large,
    yardstick: { what: 'small store', figure: figures.small },
    ratio: ratioOf(figures.large, figures.small),
    target: isLatency ? { of: 'ratio', atMost: 1 / KEPT } : { of: 'ratio', atLeast: KEPT },
  };
};

async function measureLedger(context: Context, { small, large }: Rigs): Promise<Row[]> {
  const worker = new BenchWorker<LedgerJob, LedgerResult>('./ledger-load.js');
  const jobOn = async ({ database }: Rig, to: LedgerJob['to']): Promise<LedgerJob> => ({
    databaseUrl: database.url,
    accounts: (await database.query<{ id: string }>('select wallet_account as id from member')).map(
      ({ id }) => BigInt(id),
    ),
    emptyAccount: 0n,
    to,
    repeats: 0,
    withoutFunds: 0,
    inFlight: LEDGER_IN_FLIGHT,
    ...durations(context),
  });
  const run = async (job: LedgerJob, name: string): Promise<LedgerResult> => {
    const result = await worker.ask(job);
    context.log(`ledger ${job.to}, ${name} store: ${Math.round(result.perSecond)}/s`);
    return result;
  };
  try {
    const jobs = {
      spread: { small: await jobOn(small, 'members'), large: await jobOn(large, 'members') },
      hot: { small: await jobOn(small, 'house'), large: await jobOn(large, 'house') },
    };
    const results = await inTurns(context.runs, {
      spreadSmall: () => run(jobs.spread.small, 'small'),
      spreadLarge: () => run(jobs.spread.large, 'large'),
      hotSmall: () => run(jobs.hot.small, 'small'),
      hotLarge: () => run(jobs.hot.large, 'large'),
    });
    const [spread, hot] = [
      { small: perSecond(results.spreadSmall), large: perSecond(results.spreadLarge) },
      { small: perSecond(results.hotSmall), large: perSecond(results.hotLarge) },
    ];
    return [
      against('ledger-spread', 'ledger.submit, spread accounts', spread),
      against('ledger-hot', 'ledger.submit, one house account', hot),
    ];
  } finally {
    await worker.stop();
  }
}

async function measureCalls(
  context: Context,
  { small, large, members }: Rigs & Pick<Size, 'members'>,
): Promise<Row[]> {
  const run = ({ load, ports }: Rig, what: string, job: Job) => load.run(what, { ports, ...job });
  const holds = (of: number): Job => ({ connections: 256, requests: withdrawals(of) });
  const looks = (of: number): Job => ({ connections: 64, requests: walletLooks(of) });
  // The large store uses the member with the longest statement, the small store any member.
  const pages = (member: number): Job => ({ connections: 8, requests: statementPage(member, 1) });
  const results = await inTurns(context.runs, {
    holdsSmall: () => run(small, 'withdraw, small store', holds(SMALL_MEMBERS)),
    holdsLarge: () => run(large, 'withdraw, large store', holds(members)),
    looksSmall: () => run(small, 'wallet, small store', looks(SMALL_MEMBERS)),
    looksLarge: () => run(large, 'wallet, large store', looks(members)),
    pagesSmall: () => run(small, 'statement, small store', pages(MEMBERS)),
    pagesLarge: () => run(large, 'statement, large store', pages(members)),
  });
  const [withdraw, wallet, statement] = [
    { small: perSecond(results.holdsSmall), large: perSecond(results.holdsLarge) },
    { small: perSecond(results.looksSmall), large: perSecond(results.looksLarge) },
    { small: p50(results.pagesSmall), large: p50(results.pagesLarge) },
  ];
  return [
    against('withdraw', 'POST /api/wallet/withdraw, 256 connections', withdraw),
    against('wallet', 'GET /api/wallet, 64 connections', wallet),
    against('statement', 'POST /api/statement, first page: median', statement),
  ];
}

type Job = Pick<Parameters<HttpLoad['run']>[1], 'connections' | 'requests'>;
