/**
 * Reading a growing list page by page, as the feeds of banks and wallets are read: oldest first, from a
 * cursor on. Entries may come twice or a few places late when the plan says so, never not at all.
 */
import type { EntryPlan } from '../faults/faults.ts';

export interface Delivery<R> {
  /** Asking after it goes on from here: everything up to it has been delivered, on this page or before. */
  readonly cursor: string;
  readonly record: R;
}

export interface FeedPage<R> {
  readonly deliveries: readonly Delivery<R>[];
  /** The cursor to ask after next; the one asked after when there is nothing new. */
  readonly next: string;
}

export interface FeedRequest<R> {
  /** All there is, oldest first. Nothing is ever removed from it. */
  readonly records: readonly R[];
  /** What makes a record the one it is; it is also what cursors are made of. */
  readonly idOf: (record: R) => string;
  /** A cursor; empty text is the beginning, and so is one this list does not know (its state was lost). */
  readonly after: string;
  /** At most so many deliveries, repeated ones included. */
  readonly limit: number;
  readonly planEntry: () => EntryPlan;
}

interface Place {
  /** Which record of the list. */
  readonly index: number;
  /** Where on the page: smaller comes first. */
  readonly rank: number;
}

/** How far behind the first delivery its repetition comes. */
const REPEATED_AFTER = 1.5;
/** Half a place: a late entry comes after the one whose place it would share. */
const LATE = 0.5;

/** Chooses the new records of a page and where each stands, repetitions included. */
function plan<R>({ records, limit, planEntry }: FeedRequest<R>, start: number): Place[] {
  const places: Place[] = [];
  // The last one of the page before may come again in front of new ones; alone it would never end.
  const room = start > 0 && start < records.length && limit > 1;
  if (room && planEntry().twice) places.push({ index: start - 1, rank: -1 });
  for (let index = start; index < records.length && places.length < limit; index += 1) {
    const { twice, lateBy } = planEntry();
    const rank = index + (lateBy > 0 ? lateBy + LATE : 0);
    places.push({ index, rank });
    if (twice && places.length < limit) places.push({ index, rank: rank + REPEATED_AFTER });
  }
  return places.sort((one, other) => one.rank - other.rank);
}

/** One page. Its cursors only ever stand for what was delivered without a gap. */
export function readFeed<R>(request: FeedRequest<R>): FeedPage<R> {
  const { records, idOf, after } = request;
  const last = after === '' ? -1 : records.findIndex((record) => idOf(record) === after);
  const delivered = new Set<number>();
  let complete = last;
  const cursor = (): string => {
    const record = records[complete];
    return record === undefined ? '' : idOf(record);
  };
  const deliveries = plan(request, last + 1).flatMap(({ index }) => {
    delivered.add(index);
    while (delivered.has(complete + 1)) complete += 1;
    const record = records[index];
    return record === undefined ? [] : [{ cursor: cursor(), record }];
  });
  return { deliveries, next: cursor() };
}
