import type { StaffReply } from '@krapao/contract/staff/client-types';

/** A member as their page shows them. */
export type Member = StaffReply<'GET /staff/api/members/:id'>['member'];

/** The member's name, or the phone of one who has none. */
export const nameOf = ({ name, phone }: Member): string => name || phone;
