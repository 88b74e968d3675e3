import type { StaffReply } from '@krapao/contract/staff/client-types';

/** A member as their page shows them. */
export type Member = StaffReply<'GET /staff/api/members/:id'>['member'];
