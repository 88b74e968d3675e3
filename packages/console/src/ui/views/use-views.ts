import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useRead } from '../../lib/reads.ts';

export type View = StaffReply<'GET /staff/api/views'>['items'][number];

const NO_INPUT = {};
const NONE: readonly View[] = [];

/** The views that the person keeps, and those that others share. */
export const useViews = (): readonly View[] => useRead('GET /staff/api/views', NO_INPUT).data?.items ?? NONE;
