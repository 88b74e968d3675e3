import { permissionsOf, ROLES, type Role } from '@krapao/contract/staff/permissions';
import { staffRoutes } from '@krapao/contract/staff/routes';
import { describe, expect, it } from 'vitest';
import { mayCall } from '../lib/permissions.ts';
import { ROOMS, roomsOf } from './rooms.ts';

const MENUS: Readonly<Record<Role, string>> = {
  support: '/ /members /payouts /incoming /approvals',
  cashier: '/ /members /payouts /incoming /reviews /protection /approvals',
  finance: '/ /members /payouts /incoming /reviews /protection /approvals /audit /exports',
  risk: '/ /members /payouts /incoming /reviews /protection /approvals /audit',
  protection: '/ /members /protection /approvals /audit',
  content: '/ /approvals',
  manager:
    '/ /members /payouts /incoming /reviews /protection /approvals /audit /exports /people /roles /settings',
  auditor:
    '/ /members /payouts /incoming /reviews /protection /approvals /audit /exports /people /roles /settings',
  owner: '/ /members /payouts /approvals /audit /exports /people /roles /settings',
};

describe('the menu', () => {
  it.each(ROLES)('of the role %s has the rooms that it may read', (role) => {
    expect(
      roomsOf(permissionsOf([role]))
        .map(({ path }) => path)
        .join(' '),
    ).toBe(MENUS[role]);
  });

  it('of nobody has only what needs no permission', () => {
    for (const { call } of roomsOf([])) expect(staffRoutes[call].permission).toBe('session');
  });

  it('names each room once', () => {
    expect(new Set(ROOMS.map(({ path }) => path)).size).toBe(ROOMS.length);
  });
});

describe('a button', () => {
  it('is there for those with the permission of its call', () => {
    expect(mayCall(permissionsOf(['cashier']), 'POST /staff/api/payouts/decisions')).toBe(true);
    expect(mayCall(permissionsOf(['risk']), 'POST /staff/api/payouts/decisions')).toBe(false);
    expect(mayCall(permissionsOf(['auditor']), 'POST /staff/api/members/:id/freeze')).toBe(false);
  });
});
