import { observeExchanges, type Exchanged } from '../adapters/http/exchange.ts';
import type { Content } from '../content/schema.ts';
import type { Settings } from '../kernel/settings.ts';
import type { ServiceRecords } from '../ports/service-records.ts';
import { connectCounterparties } from './counterparties.ts';
import { describeFaults, findPartFaults, usedParts } from './part-faults.ts';
import { probesOf, type Probe, type Probed } from './service-probes.ts';

/** Beyond this, signatures with a time come near to being refused. */
const CLOCKS_DIFFER_MS = 60_000;

/** What a check showed of one service. Undefined: its call does not tell. */
export interface CheckedRow {
  service: string;
  reached: boolean | undefined;
  authorised: boolean | undefined;
  /** The service's clock less ours in milliseconds, to about a second. */
  clockMs: number | undefined;
  balance: string | undefined;
  latencyMs: number | undefined;
  /** What is wrong and which setting to look at; empty when all is right. */
  wrong: string;
}

/** Makes the cheapest harmless call of every service that content and settings connect. */
export async function checkCounterparties(
  settings: Settings,
  content: Content,
  records: ServiceRecords,
): Promise<CheckedRow[]> {
  const faults = await findPartFaults(settings, content);
  const counterparties = await connectCounterparties(settings, content, { records });
  const rows = usedParts(content).map(async (part) => {
    const own = faults.filter((fault) => fault.part === part);
    if (own.length > 0) return [faultRow(part, describeFaults(own).join('; '))];
    const probes = probesOf(part, { settings, content, counterparties, records });
    return Promise.all(probes.map((probe) => checkOne(probe, settings)));
  });
  return (await Promise.all(rows)).flat();
}

const faultRow = (service: string, wrong: string): CheckedRow => ({
  ...UNTOLD,
  service,
  wrong,
});

const UNTOLD = {
  reached: undefined,
  authorised: undefined,
  clockMs: undefined,
  balance: undefined,
  latencyMs: undefined,
} as const;

async function checkOne(probe: Probe, settings: Settings): Promise<CheckedRow> {
  const { service, ask } = probe;
  if (!ask) return { ...UNTOLD, service, wrong: '' };
  const { result, calls } = await observeExchanges(ask);
  const last = calls.at(-1);
  const reached = calls.some(({ status }) => status !== undefined);
  const clockMs = clockOf(calls);
  const row = {
    service,
    reached,
    clockMs,
    balance: result.balance,
    latencyMs: last && last.endedAt - last.beganAt,
  };
  const authorised = reached || result.is === 'refused' ? authorisedOf(result, calls) : undefined;
  return { ...row, authorised, wrong: faultOf(probe, { result, row, authorised }, settings) };
}

/** Returns whether the service took our credentials; undefined when its answer does not tell. */
function authorisedOf(result: Probed, calls: readonly Exchanged[]): boolean | undefined {
  if (result.is === 'right') return result.needsNone ? undefined : true;
  const isRefused = calls.some(({ status }) => status === 401 || status === 403);
  return isRefused || result.is === 'refused' ? false : undefined;
}

function faultOf(
  { urlSetting, secretSetting }: Probe,
  {
    result,
    row,
    authorised,
  }: {
    result: Probed;
    row: Pick<CheckedRow, 'reached' | 'clockMs' | 'latencyMs'>;
    authorised: boolean | undefined;
  },
  { counterpartyTimeoutMs }: Settings,
): string {
  const { reached, clockMs = 0, latencyMs = 0 } = row;
  if (authorised === false) return `${result.reason}: look at ${secretSetting}`;
  if (!reached) {
    const isLate = result.reason === 'no answer in time';
    return `${result.reason}: look at ${urlSetting}${isLate ? ', COUNTERPARTY_TIMEOUT_MS' : ''}`;
  }
  if (result.is !== 'right') return `${result.reason}: look at ${urlSetting}, ${secretSetting}`;
  if (Math.abs(clockMs) > CLOCKS_DIFFER_MS) return 'the clocks differ: look at the clock of this machine';
  if (latencyMs > counterpartyTimeoutMs / 2)
    return 'slow: look at COUNTERPARTY_TIMEOUT_MS and the way to the service';
  return '';
}

/** Returns the service's clock less ours, by the last reply that tells the time. */
function clockOf(calls: readonly Exchanged[]): number | undefined {
  const call = calls.findLast(({ serviceTime }) => serviceTime !== undefined);
  if (call?.serviceTime === undefined) return undefined;
  // The service cuts its time to the second.
  return Math.round(call.serviceTime + 500 - (call.beganAt + call.endedAt) / 2);
}

const HEADS = ['service', 'reached', 'authorised', 'clock', 'balance', 'latency', 'wrong'];

/** Draws the rows as a table. */
export function drawTable(rows: readonly CheckedRow[]): string {
  const yes = (value: boolean | undefined): string => (value === undefined ? '-' : value ? 'yes' : 'no');
  const cells = rows.map((row) => [
    row.service,
    yes(row.reached),
    yes(row.authorised),
    row.clockMs === undefined ? '-' : `${Math.round(row.clockMs / 1_000) || 0} s`,
    row.balance ?? '-',
    row.latencyMs === undefined ? '-' : `${row.latencyMs} ms`,
    row.wrong,
  ]);
  const all = [HEADS, ...cells];
  const widths = HEADS.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
