import type { StaffCaller } from './staff-caller.ts';

/** The member data that a staff member may see. */

const SHOWN = 4;

/** Masks all but the last four characters. */
export const masked = (text: string): string =>
  `${'•'.repeat(Math.max(0, text.length - SHOWN))}${text.slice(-SHOWN)}`;

/** Returns whether a staff member sees phones and account numbers in full. */
export const seesAll = ({ permissions }: StaffCaller): boolean => permissions.includes('members.reveal');

/** Returns a phone or an account number as a staff member may see it. */
export const shownTo = (staff: StaffCaller, text: string): string => (seesAll(staff) ? text : masked(text));
