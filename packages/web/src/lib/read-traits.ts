import type { ResponseBody, RouteKey, Routes } from '@krapao/contract/routes';

/** Traits of a call that the reading hooks need beyond the contract. */
export interface ReadTraits<Reply = never> {
  /** Content of the operator for members only: not requested after a log-out. */
  isMembersOnly?: true;
  /** No content of the operator, and yet answered without a session. */
  isForAll?: true;
  /** An answer about one member that includes the operator's texts: it depends on the language. */
  isWorded?: true;
  /** The reply is kept on this device (kept.ts). */
  kept?: {
    /** True when the reply to that request is kept. */
    isWanted: (body: unknown) => boolean;
    /** Returns the reply without what may not be stored. */
    withoutSecrets: (reply: Reply) => unknown;
  };
}

/** Traits of calls by route. Each feature has those of its own calls in its `reads.ts`. */
export type Reads = { readonly [Key in RouteKey]?: ReadTraits<ResponseBody<Key>> };

/** Calls whose replies are kept. A feature that keeps a reply adds its route. */
export interface KeptReplies {}
export type KeptRoute = keyof KeptReplies & RouteKey;

type MembersLookup = {
  [Key in RouteKey]: Key extends `GET /api/lookup/${string}`
    ? Routes[Key]['access'] extends 'member'
      ? Key
      : never
    : never;
}[RouteKey];

/** The traits of all calls. The contract's types ensure that no content for members is missing. */
export type AllReads = Reads &
  Readonly<Record<MembersLookup, { isMembersOnly: true }> & Record<KeptRoute, { kept: object }>>;

let all: Reads = {};

/** Sets the traits of all calls. The app does it once, before the first screen that reads anything. */
export function registerReads(reads: AllReads): void {
  all = reads;
}

/** Returns what is known of a route. */
export const traitsOf = (route: RouteKey): ReadTraits => all[route] ?? {};
