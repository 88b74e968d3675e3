import type { z } from 'zod';
import type { StaffRouteKey, StaffRoutes } from './routes.ts';

/** A client's requests and replies, derived from the staff's calls. */

type Sent<Spec, Part extends string> = Spec extends { [Name in Part]: infer Schema }
  ? Schema extends z.ZodType
    ? z.input<Schema>
    : undefined
  : undefined;

/** A part of a request; undefined where the call has none. */
export type StaffSent<Key extends StaffRouteKey, Part extends 'params' | 'query' | 'body'> = Sent<
  StaffRoutes[Key],
  Part
>;

/** The reply with status 200; never for a call that always waits for a second person. */
export type StaffReply<Key extends StaffRouteKey> = z.output<StaffRoutes[Key]['response']>;

/** The calls that may wait for a second person. */
export type WaitingKey = {
  [Key in StaffRouteKey]: StaffRoutes[Key] extends { waits: z.ZodType } ? Key : never;
}[StaffRouteKey];

/** The lists that are read page by page. */
export type PagedKey = {
  [Key in StaffRouteKey]: StaffSent<Key, 'query'> extends { after?: string | undefined } ? Key : never;
}[StaffRouteKey];

/** One item of a list. */
export type StaffItem<Key extends PagedKey> =
  StaffReply<Key> extends { items: (infer Item)[] } ? Item : never;
