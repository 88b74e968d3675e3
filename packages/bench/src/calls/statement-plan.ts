import type { Baseline } from '../part.ts';
import { query } from '../postgres/databases.ts';
import { tokenOf } from '../seed/fill.ts';
import { CountedServer } from './counted-server.ts';
import type { SentQuery } from './query-counter.ts';

const MEMBERS = 500;
const MOVEMENTS = 10_000;
const LIMIT = 10;

/** One node of a plan, as PostgreSQL explains it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Plans for pages of a long statement: no sequential scan, and no row read that is not shown. */
export const statementPlanBaseline: Baseline = {
  name: 'statement plans',
  async read({ postgresUrl }) {
    const data = { members: MEMBERS, movementsEach: 4, heavyMovements: MOVEMENTS };
    const server = await CountedServer.start(postgresUrl, data);
    try {
      const found: Record<string, number> = {};
      const pages = [
        ['first page', { page: 1 }],
        ['last page', { page: MOVEMENTS / LIMIT }],
        ['first page, filtered', { page: 1, statementType: 'deposit' }],
      ] as const;
      for (const [name, body] of pages) {
        const { queries } = await server.call('POST /api/statement', {
          token: tokenOf(MEMBERS),
          body: { ...body, limit: LIMIT },
        });
        const nodes = await planOf(server.database.url, queries);
        found[`${name}: sequential scans`] = nodes.filter((node) => node['Node Type'] === 'Seq Scan').length;
        found[`${name}: movements read`] = rowsRead(nodes);
      }
      return found;
    } finally {
      await server.stop();
    }
  },
};

/** Returns the plan nodes of a call's statement query. */
async function planOf(databaseUrl: string, queries: readonly SentQuery[]): Promise<PlanNode[]> {
  const asked = queries.find(({ text }) => text.includes('ledger_transfer'));
  if (!asked) throw new Error('a statement that asks for no transfer');
  const isIndexAlone = queries.some(({ text }) => text.includes('enable_seqscan'));
  const url = new URL(databaseUrl);
  if (isIndexAlone) url.searchParams.set('options', '-c enable_seqscan=off');
  const [row] = await query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    url.href,
    `explain (analyze, costs off, timing off, summary off, format json) ${asked.text}`,
    asked.values,
  );
  return row?.['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)) ?? [];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the number of transfer rows read, discarded ones included. */
function rowsRead(nodes: readonly PlanNode[]): number {
  return nodes
    .filter((node) => node['Relation Name'] === 'ledger_transfer')
    .reduce((sum, node) => {
      const looked = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
      return sum + Math.round(looked * node['Actual Loops']);
    }, 0);
}
