/** The lists of a member's page. */
export const MEMBER_TABS = [
  'movements',
  'play',
  'protection',
  'bonuses',
  'links',
  'chat',
  'sessions',
  'notes',
  'acts',
] as const;
export type MemberTab = (typeof MEMBER_TABS)[number];
