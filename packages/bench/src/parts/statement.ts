import { p50 } from '../load/http-runner.ts';
import { statementPage } from '../load/member-requests.ts';
import { inTurns, ratioOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';

const MEMBERS = 10_000;
const OTHERS_MOVEMENTS = 10;
const MOVEMENTS = 100_000;
const LIMIT = 10;
const CONNECTIONS = 8;

/** Pages of one long statement among many short ones. */
export const statementPart: Part = {
  name: 'statement',
  async run(context) {
    const rig = await openRig(context, {
      data: { members: MEMBERS, movementsEach: OTHERS_MOVEMENTS, heavyMovements: MOVEMENTS },
    });
    const look = (what: string, page: number) =>
      rig.load.run(`statement, ${what} page`, {
        ports: rig.ports,
        connections: CONNECTIONS,
        requests: statementPage(MEMBERS, page, LIMIT),
      });
    try {
      const results = await inTurns(context.runs, {
        first: () => look('first', 1),
        last: () => look('last', MOVEMENTS / LIMIT),
      });
      const [first, last] = [p50(results.first), p50(results.last)];
      return [
        {
          id: 'statement.last-to-first',
          what: 'POST /api/statement, 100,000 movements, last page: median',
          figure: last,
          yardstick: { what: 'first page', figure: first },
          ratio: ratioOf(last, first),
          target: { of: 'ratio', atMost: 1.3 },
          notes: [STACK_NOTE, `${CONNECTIONS} connections; the plan is kept in the baseline`],
        },
      ];
    } finally {
      await rig.stop();
    }
  },
};
