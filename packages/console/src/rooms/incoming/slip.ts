import type { StaffReply } from '@krapao/contract/staff/client-types';

/** A slip with everything that is known of it. */
export type Slip = StaffReply<'GET /staff/api/slips/:id'>['slip'];
