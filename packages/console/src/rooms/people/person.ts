import type { StaffItem } from '@krapao/contract/staff/client-types';

/** A staff member in the list of staff. */
export type Person = StaffItem<'GET /staff/api/staff'>;
