import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { done, person } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Most views that one person keeps. */
export const VIEWS_MAX = 100;

/** Rooms of the console whose filters can be kept. */
export const VIEW_ROOMS = ['members', 'payouts', 'incoming', 'reviews', 'approvals', 'audit'] as const;

/** Filters as a query string without `?`; a view's address is `/<room>?<filters>`. */
const filters = z
  .string()
  .max(1_000)
  .regex(/^(?:[\w.~*+%-]+=[\w.~*+%-]*(?:&(?!$)|$))*$/);

const view = z.object({
  id: z.uuid(),
  room: z.enum(VIEW_ROOMS),
  name: z.string(),
  filters: z.string(),
  isShared: z.boolean(),
  owner: person,
  /** The caller keeps it, and may forget it. */
  isOwn: z.boolean(),
});

/** Kept filters of rooms: one's own, and those that others share. */
export const staffViews = defineStaffArea({
  'GET /staff/api/views': {
    method: 'GET',
    path: '/staff/api/views',
    permission: 'session',
    summary: 'The caller’s views and those that others share, by name',
    response: z.object({ items: z.array(view), next: z.null() }),
    errors: [],
  },
  'POST /staff/api/views': {
    method: 'POST',
    path: '/staff/api/views',
    permission: 'session',
    summary: 'Keep a view; one of the same room and name is replaced',
    body: z.object({
      room: z.enum(VIEW_ROOMS),
      name: requiredText(TEXT_MAX.name),
      filters,
      isShared: z.boolean().default(false),
    }),
    response: z.object({ view }),
    errors: ['NOT_POSSIBLE'],
  },
  'DELETE /staff/api/views/:id': {
    method: 'DELETE',
    path: '/staff/api/views/:id',
    permission: 'session',
    summary: 'Forget one of the caller’s views',
    params: z.object({ id: z.uuid() }),
    response: done,
    errors: ['NO_DATA'],
  },
});
