import type { Permission } from '@krapao/contract/staff/permissions';
import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import type { QueueName } from '@krapao/contract/staff/today';
import type { PlainKey } from '../lib/i18n.ts';
import { mayCall } from '../lib/permissions.ts';
import type { IconName } from '../ui/icon.tsx';

export interface Room {
  path:
    | '/'
    | '/members'
    | '/payouts'
    | '/incoming'
    | '/reviews'
    | '/protection'
    | '/approvals'
    | '/audit'
    | '/exports'
    | '/people'
    | '/roles'
    | '/settings';
  label: PlainKey;
  icon: IconName;
  /** The call without which the room is empty: its permission is the room's. */
  call: StaffRouteKey;
  /** Queues whose counts stand beside the room's name. */
  queues: readonly QueueName[];
}

/** Every room, in the order of the menu. */
export const ROOMS: readonly Room[] = [
  { path: '/', label: 'today.title', icon: 'today', call: 'GET /staff/api/today', queues: [] },
  { path: '/members', label: 'members.title', icon: 'members', call: 'GET /staff/api/members', queues: [] },
  {
    path: '/payouts',
    label: 'payouts.title',
    icon: 'payouts',
    call: 'GET /staff/api/payouts',
    queues: ['payouts'],
  },
  {
    path: '/incoming',
    label: 'incoming.title',
    icon: 'incoming',
    call: 'GET /staff/api/suspense',
    queues: ['suspense', 'gifts', 'rejected'],
  },
  {
    path: '/reviews',
    label: 'reviews.title',
    icon: 'reviews',
    call: 'GET /staff/api/reviews',
    queues: ['review'],
  },
  {
    path: '/protection',
    label: 'protection.title',
    icon: 'protection',
    call: 'GET /staff/api/protection/stopped',
    queues: [],
  },
  {
    path: '/approvals',
    label: 'approvals.title',
    icon: 'approvals',
    call: 'GET /staff/api/approvals',
    queues: ['approvals'],
  },
  { path: '/audit', label: 'audit.title', icon: 'audit', call: 'GET /staff/api/audit', queues: [] },
  { path: '/exports', label: 'exports.title', icon: 'exports', call: 'GET /staff/api/exports', queues: [] },
  { path: '/people', label: 'people.title', icon: 'person', call: 'GET /staff/api/staff', queues: [] },
  { path: '/roles', label: 'ownRoles.title', icon: 'roles', call: 'GET /staff/api/roles', queues: [] },
  {
    path: '/settings',
    label: 'settings.title',
    icon: 'settings',
    call: 'GET /staff/api/settings',
    queues: [],
  },
];

/** Returns the rooms that a person with these permissions may enter. */
export const roomsOf = (permissions: readonly Permission[]): Room[] =>
  ROOMS.filter(({ call }) => mayCall(permissions, call));
