import { figureOf, inTurns, ratioOf } from '../measure.ts';
import type { Context, Part, Row } from '../part.ts';
import { createMigrated, flushDisk, type BenchDatabase } from '../postgres/databases.ts';
import { Tpcb, TPCB, TPCB_NOTE } from '../postgres/pgbench.ts';
import { fill } from '../seed/fill.ts';
import { p99, perSecond } from '../load/http-runner.ts';
import type { LedgerJob, LedgerResult } from '../load/ledger-load.ts';
import { BenchWorker } from '../load/worker.ts';

const MEMBERS = 10_000;
const IN_FLIGHT = 64;

/** `ledger.submit` alone: the product's class in its own process, without HTTP. */
export const ledgerPart: Part = {
  name: 'ledger',
  async run(context) {
    const tpcb = await Tpcb.prepare(context.postgresUrl);
    const database = await createMigrated(context.postgresUrl);
    const worker = new BenchWorker<LedgerJob, LedgerResult>('./ledger-load.js');
    try {
      await fill(database.url, { members: MEMBERS, movementsEach: 1 });
      // The product makes no transfers between members. Their inserts are measured all the same, like a
      // payment to a house account.
      await database.query(BETWEEN_MEMBERS);
      return await measure(context, { tpcb, database, worker });
    } finally {
      await worker.stop();
      await database.drop();
    }
  },
};

/** Lets `game_in` credit members; its other checks stay. */
const BETWEEN_MEMBERS = `do $$ begin
  execute replace(pg_get_functiondef('ledger_game_fits'::regproc),
    'p_debit_no is not null and p_credit_no is null', 'p_debit_no is not null');
end $$`;

interface Rig {
  tpcb: Tpcb;
  database: BenchDatabase;
  worker: BenchWorker<LedgerJob, LedgerResult>;
}

async function measure(context: Context, { tpcb, database, worker }: Rig): Promise<Row[]> {
  const seconds = context.short ? 1 : 6;
  const accounts = await database.query<{ id: string }>(
    'select wallet_account as id from member order by id',
  );
  const [{ id: emptyAccount } = { id: '0' }] = await database.query<{ id: string }>(
    `insert into ledger_account (code, currency, house) values ('member:bench-empty', 'BAHT', false) returning id`,
  );
  const common = {
    databaseUrl: database.url,
    accounts: accounts.map(({ id }) => BigInt(id)),
    emptyAccount: BigInt(emptyAccount),
    inFlight: IN_FLIGHT,
    warmUpSeconds: context.short ? 0.5 : 1.5,
    seconds,
  };
  const clean = { ...common, repeats: 0, withoutFunds: 0 };
  const run = async (job: LedgerJob): Promise<LedgerResult> => {
    await flushDisk(context.postgresUrl);
    const result = await worker.ask(job);
    context.log(`ledger ${job.to}${job.repeats > 0 ? ', dirty' : ''}: ${Math.round(result.perSecond)}/s`);
    return result;
  };
  const results = await inTurns(context.runs, {
    tpcb: () => tpcb.measure(seconds),
    spread: () => run({ ...clean, to: 'members' }),
    hot: () => run({ ...clean, to: 'house' }),
    dirty: () => run({ ...common, to: 'members', repeats: 0.05, withoutFunds: 0.05 }),
  });
  return rowsOf(results);
}

function rowsOf(results: {
  tpcb: number[];
  spread: LedgerResult[];
  hot: LedgerResult[];
  dirty: LedgerResult[];
}): Row[] {
  const tpcb = figureOf(results.tpcb, '/s');
  const spread = perSecond(results.spread);
  const hot = perSecond(results.hot);
  const dirty = perSecond(results.dirty);
  return [
    {
      id: 'ledger.spread',
      what: 'ledger.submit, spread accounts, 64 in flight',
      figure: spread,
      yardstick: { what: TPCB, figure: tpcb },
      ratio: ratioOf(spread, tpcb),
      target: { of: 'ratio', atLeast: 3.2 },
      notes: [TPCB_NOTE, `${MEMBERS} accounts, member to member, posted; a checkpoint before each measure`],
    },
    {
      id: 'ledger.hot',
      what: 'the same, all touching one house account',
      figure: hot,
      yardstick: { what: TPCB, figure: tpcb },
      ratio: ratioOf(hot, tpcb),
      target: { of: 'ratio', atLeast: 4 },
    },
    {
      id: 'ledger.hot-to-spread',
      what: 'the same, against spread accounts',
      figure: hot,
      yardstick: { what: 'spread', figure: spread },
      ratio: ratioOf(hot, spread),
      target: { of: 'ratio', atLeast: 1 },
    },
    {
      id: 'ledger.dirty',
      what: 'the same, 5 % repeats and 5 % without funds',
      figure: dirty,
      yardstick: { what: 'clean', figure: spread },
      ratio: ratioOf(dirty, spread),
      target: { of: 'ratio', atLeast: 0.6 },
    },
    { id: 'ledger.spread-p99', what: 'ledger.submit, spread accounts: p99', figure: p99(results.spread) },
    { id: 'ledger.hot-p99', what: 'ledger.submit, one house account: p99', figure: p99(results.hot) },
  ];
}
