import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { durations, HttpLoad, p99, perSecond } from '../load/http-runner.ts';
import { MEMBERS, withdrawals } from '../load/member-requests.ts';
import { figureOf, inTurns, ratioOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { Tpcb, TPCB, TPCB_NOTE } from '../postgres/pgbench.ts';
import { startStack, STACK_NOTE } from '../programs/stack.ts';
import { fillPglite } from '../seed/fill-pglite.ts';

const CONNECTIONS = 32;

/** A hold over HTTP on the default database: PGlite in the server's process, in its own thread. */
export const pglitePart: Part = {
  name: 'pglite',
  async run(context) {
    const tpcb = await Tpcb.prepare(context.postgresUrl);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'krapao-bench-pglite-'));
    await fillPglite(dataDir, { members: MEMBERS, movementsEach: 1 });
    const stack = await startStack(context, { databaseUrl: undefined, dataDir, profile: context.profile });
    const load = new HttpLoad(context);
    const ports = stack.servers.map(({ port }) => port);
    try {
      const results = await inTurns(context.runs, {
        tpcb: () => tpcb.measure(durations(context).seconds),
        holds: () =>
          load.run('withdraw on PGlite', { ports, connections: CONNECTIONS, requests: withdrawals() }),
      });
      const tpcbFigure = figureOf(results.tpcb, '/s');
      const holds = perSecond(results.holds);
      return [
        {
          id: 'pglite.withdraw',
          what: 'POST /api/wallet/withdraw on PGlite, 32 connections',
          figure: holds,
          yardstick: { what: TPCB, figure: tpcbFigure },
          ratio: ratioOf(holds, tpcbFigure),
          target: { of: 'ratio', atLeast: 1.2 },
          notes: [TPCB_NOTE, STACK_NOTE],
        },
        { id: 'pglite.withdraw-p99', what: 'the same: p99', figure: p99(results.holds) },
      ];
    } finally {
      await load.stop();
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
