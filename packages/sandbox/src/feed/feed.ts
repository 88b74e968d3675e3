/**
 * Reads a growing list page by page, as the feeds of banks and wallets are read: oldest first, from a cursor
 * on. Entries may come twice or a few places late when the plan says so, but are never lost.
 */
import type { EntryPlan } from '../faults/faults.ts';

export interface Delivery<R> {
  /** Cursor to continue from: everything up to it has been delivered, on this page or before. */
  readonly cursor: string;
  readonly record: R;
}

export interface FeedPage<R> {
  readonly deliveries: readonly Delivery<R>[];
  /** Cursor for the next request; the same cursor when there is nothing new. */
  readonly next: string;
}

export interface FeedRequest<R> {
  /** All records, oldest first. None is ever removed. */
  readonly records: readonly R[];
  /** Identity of a record; cursors are made of it. */
  readonly idOf: (record: R) => string;
  /** A cursor. Empty text is the beginning, and so is a cursor unknown to this list (its state was lost). */
  readonly after: string;
  /** Maximum number of deliveries, repeated ones included. */
  readonly limit: number;
  readonly planEntry: () => EntryPlan;
}

interface Place {
  /** Index of the record in the list. */
  readonly index: number;
  /** Order on the page: smaller comes first. */
  readonly rank: number;
}

/** Distance of a repetition behind the first delivery. */
const REPEATED_AFTER = 1.5;
/** Half a place: a late entry comes after the entry whose place it would share. */
const LATE = 0.5;

/** Chooses the new records of a page and their order, repetitions included. */
function plan<R>({ records, limit, planEntry }: FeedRequest<R>, start: number): Place[] {
  const places: Place[] = [];
  // The previous page's last record may repeat in front of new ones; without new ones it would repeat for
  // ever.
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

/** Returns one page. A cursor stands only for records delivered without a gap. */
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
