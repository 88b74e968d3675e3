import { SEARCH_MAX } from '@krapao/contract/limits';
import type { RequestBody } from '@krapao/contract/routes';
import { bangkokDay, DAY_MS } from '../../lib/dates.ts';
import type { StatementItem } from './statement-rules.ts';

/** Filter of a statement; an absent part does not filter. */
export type StatementFilter = Omit<RequestBody<'POST /api/statement'>, 'page' | 'limit'>;

export type StatementType = StatementItem['statementType'];

/** In the order of the buttons. */
export const TYPES = ['deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus'] as const;
export const STATUSES = ['SUCCESS', 'PENDING', 'FAILED'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

interface Query {
  filter: StatementFilter;
  /** From 1. */
  page: number;
}

/** Reads a statement's address. Unknown values are ignored: people type and share addresses. */
export function readQuery(search: string): Query {
  const params = new URLSearchParams(search);
  const type = TYPES.find((known) => known === params.get('type'));
  const status = STATUSES.find((known) => known === params.get('status'));
  const [since, until] = [dayOf(params.get('since')), dayOf(params.get('until'))];
  const text = (params.get('q') ?? '').trim().slice(0, SEARCH_MAX);
  const page = Number(params.get('page'));
  return {
    filter: {
      ...(type && { statementType: type }),
      ...(status && { status }),
      ...(since && { since }),
      ...(until && { until }),
      ...(text !== '' && { search: text }),
    },
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** Returns the query of a statement's address; empty for the first page of everything. */
export function writeQuery({ filter, page }: Query): string {
  const params = new URLSearchParams();
  const put = (name: string, value: string | undefined) => value && params.set(name, value);
  put('type', filter.statementType);
  put('status', filter.status);
  put('since', filter.since);
  put('until', filter.until);
  put('q', filter.search);
  if (page > 1) put('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !DAY.test(text)) return undefined;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

/** Returns the number of active filters that are hidden; type and search are always visible. */
export const countHidden = ({ status, since, until }: StatementFilter): number =>
  [status, since ?? until].filter(Boolean).length;

export const isFiltered = (filter: StatementFilter): boolean => Object.keys(filter).length > 0;

/**
 * Returns the Bangkok day of an instant, or the given number of days before it, in the format of a date
 * field.
 */
export const isoDay = (nowMs: number, daysBefore = 0): string =>
  new Date((bangkokDay(nowMs) - daysBefore) * DAY_MS).toISOString().slice(0, 10);

/** Most used spans: the last given number of days, including today. */
export const SPANS = [
  { key: 'statement.today', days: 1 },
  { key: 'statement.days7', days: 7 },
  { key: 'statement.days30', days: 30 },
] as const;

/** Returns the file name of a downloaded table, by the days it covers. */
export function csvName({ since, until }: StatementFilter, nowMs: number): string {
  return `statement_${[since, until ?? isoDay(nowMs)].filter(Boolean).join('_')}.csv`;
}
