import { approvals } from './approvals.ts';
import { staffAudit } from './audit.ts';
import { staffExports } from './exports.ts';
import { staffIncoming } from './incoming.ts';
import { staffMembers } from './members.ts';
import { staffPeople } from './people.ts';
import { staffMemberSections } from './member-sections.ts';
import { staffPayouts } from './payouts.ts';
import { staffProtection } from './protection.ts';
import { staffRejected } from './rejected.ts';
import { staffReviews } from './reviews.ts';
import { staffRoles } from './roles.ts';
import { staffSession } from './session.ts';
import { staffSettings } from './settings.ts';
import { staffSlips } from './slips.ts';
import { staffToday } from './today.ts';
import { staffViews } from './views.ts';

/** Every staff call, keyed `METHOD /path`. */
export const staffRoutes = {
  ...staffSession,
  ...staffToday,
  ...staffMembers,
  ...staffMemberSections,
  ...staffProtection,
  ...staffPayouts,
  ...staffIncoming,
  ...staffRejected,
  ...staffSlips,
  ...staffReviews,
  ...staffPeople,
  ...staffRoles,
  ...approvals,
  ...staffAudit,
  ...staffViews,
  ...staffExports,
  ...staffSettings,
};

export type StaffRoutes = typeof staffRoutes;
export type StaffRouteKey = keyof StaffRoutes;
