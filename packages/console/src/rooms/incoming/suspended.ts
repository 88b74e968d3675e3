import type { StaffItem } from '@krapao/contract/staff/client-types';

/** A deposit without a member. */
export type Suspended = StaffItem<'GET /staff/api/suspense'>;
