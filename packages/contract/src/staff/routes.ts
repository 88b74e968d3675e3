import { approvals } from './approvals.ts';
import { staffAudit } from './audit.ts';
import { staffSession } from './session.ts';

/** Every staff call, keyed `METHOD /path`. */
export const staffRoutes = { ...staffSession, ...approvals, ...staffAudit };

export type StaffRoutes = typeof staffRoutes;
export type StaffRouteKey = keyof StaffRoutes;
