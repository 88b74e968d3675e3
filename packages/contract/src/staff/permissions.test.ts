import { describe, expect, it } from 'vitest';
import {
  mayGrant,
  PERMISSIONS,
  permissionsOf,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
  type Role,
} from './permissions.ts';

/** The table of roles, written down once more: what each may do in each room. */
const TABLE = `
           | members | payouts | suspense | review | adjust | protection | risk | content | channels | reports | staff | audit
support    | masked  | R       | R        |        |        | lower      |      |         |          |         |       |
cashier    | R       | W       | W        | P      | P      | R          |      |         | R        |         |       |
finance    | R       | A       | A        | A      | P      | R          | R    | R       | R        | R       |       | R
risk       | R       | hold    | R        | R      |        | R          | W    |         | R        | R       |       | R
protection | R       |         |          |        |        | W          |      |         |          | R       |       | R
content    |         |         |          |        |        |            |      | P       | R        | R       |       |
manager    | R       | A       | A        | A      | A      | A          | A    | A       | A        | R       | P     | R
auditor    | R       | R       | R        | R      | R      | R          | R    | R       | R        | R       | R     | export
owner      | R       | R       |          |        | A      |            | R    | A       | A        | R       | A     | R`;

const DECIDES: Permission[] = ['payouts.read', 'payouts.hold', 'payouts.decide'];
const ASSIGNS: Permission[] = ['suspense.read', 'suspense.act'];

/** Permissions of each word of the table. A subject without permissions of its own has none there. */
const MEANS: Readonly<Record<string, Readonly<Record<string, Permission[]>>>> = {
  members: { masked: ['members.read'], R: ['members.read', 'members.reveal'] },
  payouts: {
    R: ['payouts.read'],
    hold: ['payouts.read', 'payouts.hold'],
    W: DECIDES,
    A: [...DECIDES, 'payouts.approve'],
  },
  suspense: { R: ['suspense.read'], W: ASSIGNS, A: [...ASSIGNS, 'suspense.approve'] },
  review: {
    R: ['review.read'],
    P: ['review.read', 'review.propose'],
    A: ['review.read', 'review.propose', 'review.approve'],
  },
  adjust: { R: [], P: ['adjust.propose'], A: ['adjust.propose', 'adjust.approve'] },
  protection: {
    R: ['protection.read'],
    lower: ['protection.lower'],
    W: ['protection.read', 'protection.lower', 'protection.act'],
    A: ['protection.read', 'protection.lower', 'protection.act', 'protection.approve'],
  },
  risk: { R: ['risk.read'], W: ['risk.read', 'risk.act'], A: ['risk.read', 'risk.act', 'risk.approve'] },
  content: {
    R: ['content.read'],
    P: ['content.read', 'content.propose'],
    A: ['content.read', 'content.propose', 'content.approve'],
  },
  channels: { R: ['channels.read'], A: ['channels.read', 'channels.approve'] },
  reports: { R: ['reports.read'] },
  staff: {
    R: ['staff.read'],
    P: ['staff.read', 'staff.propose'],
    A: ['staff.read', 'staff.propose', 'staff.approve'],
  },
  audit: { R: ['audit.read'], export: ['audit.read', 'audit.export'] },
};

/** Permissions that the table has no word for: ADR 36 says who has them. */
const BESIDES: Readonly<Record<Role, Permission[]>> = {
  support: ['members.support'],
  cashier: ['members.support', 'members.correct', 'members.bonus'],
  finance: ['members.approve', 'members.export', 'payouts.export', 'exports.read'],
  risk: ['members.support', 'members.freeze'],
  protection: ['members.support', 'members.freeze'],
  content: [],
  manager: [
    'members.support',
    'members.freeze',
    'members.correct',
    'members.bonus',
    'members.approve',
    'members.export',
    'payouts.export',
    'exports.read',
    'settings.read',
  ],
  auditor: ['approvals.read', 'exports.read', 'settings.read'],
  owner: ['adjust.approveLarge', 'exports.read', 'settings.read'],
};

const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());
const [heading = '', ...rows] = TABLE.trim().split('\n');
const [, ...subjects] = cells(`x${heading}`);

describe('permissions of roles', () => {
  it.each(ROLES.map((role) => [role]))('%s has those of its row, and no other', (role) => {
    const [, ...words] = cells(rows.find((row) => row.startsWith(role)) ?? '');
    expect(words).toHaveLength(subjects.length);
    const expected = subjects.flatMap((subject, index) => {
      const word = words[index] ?? '';
      const means = MEANS[subject]?.[word];
      if (word !== '' && !means) throw new Error(`${subject}: ${word} means nothing`);
      return means ?? [];
    });
    expect(new Set(ROLE_PERMISSIONS[role])).toEqual(new Set([...expected, ...BESIDES[role]]));
  });

  it('have each an owner', () => {
    const held = new Set(Object.values(ROLE_PERMISSIONS).flat());
    expect(PERMISSIONS.filter((permission) => !held.has(permission))).toEqual([]);
  });
});

describe('a role of the operator', () => {
  it('adds its permissions to those of the others, in the order of the list, and none that is unknown', () => {
    expect(permissionsOf(['content', 'Night shift'], ['payouts.read', 'content.read', 'gone.act'])).toEqual([
      'payouts.read',
      'content.read',
      'content.propose',
      'channels.read',
      'reports.read',
    ]);
    expect(permissionsOf(['Night shift'])).toEqual([]);
    expect(permissionsOf(['toString'])).toEqual([]);
  });

  it('gets the power over staff only from those who hold it', () => {
    expect(mayGrant(ROLE_PERMISSIONS.owner, 'payouts.decide')).toBe(true);
    expect(mayGrant(ROLE_PERMISSIONS.owner, 'staff.approve')).toBe(true);
    expect(mayGrant(ROLE_PERMISSIONS.manager, 'staff.approve')).toBe(false);
    expect(mayGrant(ROLE_PERMISSIONS.manager, 'adjust.approveLarge')).toBe(false);
  });
});
