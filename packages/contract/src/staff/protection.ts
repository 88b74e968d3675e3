import { z } from 'zod';
import { requiredText, sentAmount } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { breakBody, exclusionBody, limitName, protectionState } from '../protection.ts';
import { reason } from './approvals.ts';
import { defineStaffArea } from './route.ts';

const params = z.object({ id: requiredText(TEXT_MAX.code) });
const response = z.object({ protection: protectionState });

/** A member's limits, break and exclusion. Staff tighten, and never loosen. */
export const staffProtection = defineStaffArea({
  'GET /staff/api/members/:id/protection': {
    method: 'GET',
    path: '/staff/api/members/:id/protection',
    permission: 'protection.read',
    summary: 'A member’s limits, break, exclusion and held balance',
    params,
    response,
    errors: ['NO_DATA'],
  },
  'PUT /staff/api/members/:id/protection/limits': {
    method: 'PUT',
    path: '/staff/api/members/:id/protection/limits',
    permission: 'protection.lower',
    summary: 'Set a limit, or lower one; raising is the member’s alone',
    params,
    body: z.object({ ...limitName, amount: sentAmount, reason }),
    response,
    errors: ['NO_DATA', 'NOT_POSSIBLE'],
  },
  'POST /staff/api/members/:id/protection/break': {
    method: 'POST',
    path: '/staff/api/members/:id/protection/break',
    permission: 'protection.act',
    summary: 'Put a member on a break; nothing shortens it',
    params,
    body: z.object({ ...breakBody, reason }),
    response,
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/protection/exclusion': {
    method: 'POST',
    path: '/staff/api/members/:id/protection/exclusion',
    permission: 'protection.act',
    summary: 'Exclude a member; nothing shortens it',
    params,
    body: z.object({ ...exclusionBody, reason }),
    response,
    errors: ['NO_DATA'],
  },
});
