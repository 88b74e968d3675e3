import { figureOf } from '../measure.ts';
import type { Baseline, Part, Row } from '../part.ts';
import { CountedServer } from './counted-server.ts';
import { countEveryCall, type RoundTrips } from './every-call.ts';

// One deposit each: credit in games would cause extra queries.
const FILLED = { members: 4, movementsEach: 1 };

async function count(postgresUrl: string): Promise<RoundTrips> {
  const server = await CountedServer.start(postgresUrl, FILLED);
  try {
    return await countEveryCall(server);
  } finally {
    await server.stop();
  }
}

/** Database round trips of each call, with filled in-memory caches. */
export const roundTripsBaseline: Baseline = {
  name: 'database round trips',
  read: ({ postgresUrl }) => count(postgresUrl),
};

const ASKED = [
  ['calls.wallet', 'GET /api/wallet', 2],
  ['calls.statement', 'POST /api/statement', 2],
  ['calls.hold', 'POST /api/wallet/withdraw', 2],
  ['calls.transfer', 'POST /api/wallet/transfer', undefined],
] as const;

export const callsPart: Part = {
  name: 'calls',
  async run(context) {
    const counted = await count(context.postgresUrl);
    const all = Object.entries(counted).map(([key, trips]) => `${key}: ${trips}`);
    const rows = ASKED.map(([id, key, atMost]): Row => ({
      id,
      what: `database round trips: ${key}`,
      figure: figureOf([Number.parseInt(String(counted[key]), 10)], ''),
      ...(atMost !== undefined && { target: { of: 'figure', atMost } }),
      notes: ['counted once, warm; the count of every call is in baseline.json'],
    }));
    const most = Math.max(...Object.values(counted).map((trips) => Number.parseInt(String(trips), 10)));
    const busiest: Row = {
      id: 'calls.most',
      what: 'database round trips: the most of any call',
      figure: figureOf([most], ''),
      notes: all,
    };
    return [...rows, busiest];
  },
};
