import type { StaffReply } from '@krapao/contract/staff/client-types';

/** An authenticator app that is being set up. */
export type NewFactor = StaffReply<'POST /staff/api/totp'>;
