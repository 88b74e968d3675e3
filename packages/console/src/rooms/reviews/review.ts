import type { StaffItem } from '@krapao/contract/staff/client-types';

/** A transfer whose end is not known. */
export type Review = StaffItem<'GET /staff/api/reviews'>;
