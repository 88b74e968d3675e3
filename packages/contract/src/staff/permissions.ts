/**
 * Permissions of staff. A permission is `subject.verb`. Every staff call names one, and the server, the console's
 * menu, the access test and the OpenAPI document read it there.
 */
export const PERMISSIONS = [
  'members.read',
  'members.reveal',
  'members.support',
  'members.freeze',
  'members.correct',
  'members.bonus',
  'members.approve',
  'members.export',
  'payouts.read',
  'payouts.hold',
  'payouts.decide',
  'payouts.approve',
  'payouts.export',
  'suspense.read',
  'suspense.act',
  'suspense.approve',
  'review.read',
  'review.propose',
  'review.approve',
  'adjust.propose',
  'adjust.approve',
  'adjust.approveLarge',
  'protection.read',
  'protection.lower',
  'protection.act',
  'protection.approve',
  'risk.read',
  'risk.act',
  'risk.approve',
  'content.read',
  'content.propose',
  'content.approve',
  'channels.read',
  'channels.approve',
  'reports.read',
  'staff.read',
  'staff.propose',
  'staff.approve',
  'approvals.read',
  'audit.read',
  'audit.export',
  'exports.read',
  'settings.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The roles of every installation, which cannot be changed. An operator makes others of permissions. */
export const ROLES = [
  'support',
  'cashier',
  'finance',
  'risk',
  'protection',
  'content',
  'manager',
  'auditor',
  'owner',
] as const;

export type Role = (typeof ROLES)[number];

const READ_EVERYTHING: readonly Permission[] = PERMISSIONS.filter((name) => name.endsWith('.read'));

/** The permissions of each role. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  // Members' data stays masked: support has no `members.reveal`.
  support: ['members.read', 'members.support', 'payouts.read', 'suspense.read', 'protection.lower'],
  cashier: [
    'members.read',
    'members.reveal',
    'members.support',
    'members.correct',
    'members.bonus',
    'payouts.read',
    'payouts.hold',
    'payouts.decide',
    'suspense.read',
    'suspense.act',
    'review.read',
    'review.propose',
    'adjust.propose',
    'protection.read',
    'channels.read',
  ],
  finance: [
    'members.read',
    'members.reveal',
    'members.approve',
    'members.export',
    'payouts.read',
    'payouts.hold',
    'payouts.decide',
    'payouts.approve',
    'payouts.export',
    'suspense.read',
    'suspense.act',
    'suspense.approve',
    'review.read',
    'review.propose',
    'review.approve',
    'adjust.propose',
    'protection.read',
    'risk.read',
    'content.read',
    'channels.read',
    'reports.read',
    'audit.read',
    'exports.read',
  ],
  risk: [
    'members.read',
    'members.reveal',
    'members.support',
    'members.freeze',
    'payouts.read',
    'payouts.hold',
    'suspense.read',
    'review.read',
    'protection.read',
    'risk.read',
    'risk.act',
    'channels.read',
    'reports.read',
    'audit.read',
  ],
  protection: [
    'members.read',
    'members.reveal',
    'members.support',
    'members.freeze',
    'protection.read',
    'protection.lower',
    'protection.act',
    'reports.read',
    'audit.read',
  ],
  content: ['content.read', 'content.propose', 'channels.read', 'reports.read'],
  manager: [
    'members.read',
    'members.reveal',
    'members.support',
    'members.freeze',
    'members.correct',
    'members.bonus',
    'members.approve',
    'members.export',
    'payouts.read',
    'payouts.hold',
    'payouts.decide',
    'payouts.approve',
    'payouts.export',
    'suspense.read',
    'suspense.act',
    'suspense.approve',
    'review.read',
    'review.propose',
    'review.approve',
    'adjust.propose',
    'adjust.approve',
    'protection.read',
    'protection.lower',
    'protection.act',
    'protection.approve',
    'risk.read',
    'risk.act',
    'risk.approve',
    'content.read',
    'content.propose',
    'content.approve',
    'channels.read',
    'channels.approve',
    'reports.read',
    'staff.read',
    'staff.propose',
    'audit.read',
    'exports.read',
    'settings.read',
  ],
  auditor: [...READ_EVERYTHING, 'members.reveal', 'audit.export'],
  owner: [
    'members.read',
    'members.reveal',
    'payouts.read',
    'adjust.propose',
    'adjust.approve',
    'adjust.approveLarge',
    'risk.read',
    'content.read',
    'content.propose',
    'content.approve',
    'channels.read',
    'channels.approve',
    'reports.read',
    'staff.read',
    'staff.propose',
    'staff.approve',
    'audit.read',
    'exports.read',
    'settings.read',
  ],
};

/** Permissions that extend the power of others or of oneself: only those who hold one may put it into a role. */
export const HELD_TO_GRANT = [
  'staff.propose',
  'staff.approve',
  'adjust.approveLarge',
] as const satisfies Permission[];

/** Returns whether a person with `held` may put a permission into a role, or approve that it is. */
export const mayGrant = (held: readonly Permission[], permission: Permission): boolean =>
  !HELD_TO_GRANT.some((one) => one === permission) || held.includes(permission);

export const isBuiltInRole = (name: string): name is Role => ROLES.some((role) => role === name);

/**
 * Returns the permissions of several roles together, in the order of the list.
 * @param own permissions of those among them that the operator has made
 */
export function permissionsOf(roles: readonly string[], own: readonly string[] = []): Permission[] {
  const granted = new Set<string>([
    ...roles.flatMap((role) => (isBuiltInRole(role) ? ROLE_PERMISSIONS[role] : [])),
    ...own,
  ]);
  return PERMISSIONS.filter((permission) => granted.has(permission));
}
