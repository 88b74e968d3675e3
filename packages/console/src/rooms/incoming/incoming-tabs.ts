/** The lists of incoming money. */
export const INCOMING_TABS = ['suspense', 'slips', 'gifts', 'rejected', 'files'] as const;
export type IncomingTab = (typeof INCOMING_TABS)[number];

export const SLIP_STATES = ['failed', 'processing'] as const;
export type SlipState = (typeof SLIP_STATES)[number];

/** The room's state that is in the address. */
export interface IncomingSearch {
  tab?: IncomingTab | undefined;
  /** Which slips are listed. */
  slips?: SlipState | undefined;
}
