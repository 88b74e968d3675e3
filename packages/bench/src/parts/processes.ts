import { availableParallelism } from 'node:os';
import { perSecond } from '../load/http-runner.ts';
import { ofRuns, withdrawals } from '../load/member-requests.ts';
import { inTurns, ratioOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { flushDisk } from '../postgres/databases.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';

const CONNECTIONS = 256;
/** Two servers, the database and the load, each with at least one core. */
const CORES_ENOUGH = 6;

/** The same load on two processes and on one. */
export const processesPart: Part = {
  name: 'processes',
  async run(context) {
    const members = ofRuns(context.runs);
    const rig = await openRig(context, { data: { members, movementsEach: 1 }, servers: 2 });
    const hold = async (processes: number, run: number) => {
      await flushDisk(context.postgresUrl);
      return rig.load.run(`withdraw at ${processes}`, {
        ports: rig.ports.slice(0, processes),
        connections: CONNECTIONS,
        requests: withdrawals(members, run),
      });
    };
    try {
      const results = await inTurns(context.runs, { one: (run) => hold(1, run), two: (run) => hold(2, run) });
      const [one, two] = [perSecond(results.one), perSecond(results.two)];
      const cores = availableParallelism();
      return [
        {
          id: 'processes.two-to-one',
          what: `holds at two processes, ${cores} cores for everything`,
          figure: two,
          yardstick: { what: 'one process', figure: one },
          ratio: ratioOf(two, one),
          target: { of: 'ratio', atLeast: cores >= CORES_ENOUGH ? 1.6 : 1 },
          notes: [
            STACK_NOTE,
            `servers, database and load share ${cores} cores; from ${CORES_ENOUGH} on 1.6 × is asked for`,
          ],
        },
      ];
    } finally {
      await rig.stop();
    }
  },
};
