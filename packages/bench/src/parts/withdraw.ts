import { durations, p99, perSecond } from '../load/http-runner.ts';
import { ofRuns, withdrawals } from '../load/member-requests.ts';
import { figureOf, inTurns, ratioOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { flushDisk } from '../postgres/databases.ts';
import { Tpcb, TPCB, TPCB_NOTE } from '../postgres/pgbench.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';

const MANY = 256;
const FEW = 32;

/** A hold over HTTP with every feature on. */
export const withdrawPart: Part = {
  name: 'withdraw',
  async run(context) {
    const tpcb = await Tpcb.prepare(context.postgresUrl);
    const members = ofRuns(context.runs);
    const rig = await openRig(context, { data: { members, movementsEach: 1 } });
    const hold = async (connections: number, run: number) => {
      await flushDisk(context.postgresUrl);
      return rig.load.run('withdraw', { ports: rig.ports, connections, requests: withdrawals(members, run) });
    };
    try {
      const results = await inTurns(context.runs, {
        tpcb: () => tpcb.measure(durations(context).seconds),
        many: (run) => hold(MANY, run),
        few: (run) => hold(FEW, run),
      });
      const yardstick = { what: TPCB, figure: figureOf(results.tpcb, '/s') };
      const [many, few] = [perSecond(results.many), perSecond(results.few)];
      return [
        {
          id: 'withdraw.256',
          what: 'POST /api/wallet/withdraw, 256 connections',
          figure: many,
          yardstick,
          ratio: ratioOf(many, yardstick.figure),
          target: { of: 'ratio', atLeast: 2.5 },
          notes: [TPCB_NOTE, STACK_NOTE],
        },
        {
          id: 'withdraw.256-p99',
          what: 'the same: p99',
          figure: p99(results.many),
          target: { of: 'figure', atMost: 40 },
        },
        {
          id: 'withdraw.32',
          what: 'POST /api/wallet/withdraw, 32 connections',
          figure: few,
          yardstick,
          ratio: ratioOf(few, yardstick.figure),
          target: { of: 'ratio', atLeast: 1.7 },
        },
        {
          id: 'withdraw.32-p99',
          what: 'the same: p99',
          figure: p99(results.few),
          target: { of: 'figure', atMost: 10 },
        },
      ];
    } finally {
      await rig.stop();
    }
  },
};
