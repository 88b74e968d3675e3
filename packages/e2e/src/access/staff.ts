import { PERMISSIONS, permissionsOf, ROLES, type Permission } from '@krapao/contract/staff/permissions';
import type { StaffRouteSpec } from '@krapao/contract/staff/route';
import { staffRoutes } from '@krapao/contract/staff/routes';
import { z } from 'zod';
import { signIn, type StaffMember } from '../support/staff.ts';
import type { Row } from './row.ts';

/** Of an id that nothing has. */
const NO_ID = '01890000-0000-7000-8000-000000000000';
/** It would end the session that the other calls need. */
const LAST = 'DELETE /staff/api/session';
const OWN_ROLE = 'Every other';

/** A person who tries, and what their roles permit. */
interface Prober {
  name: string;
  permissions: readonly Permission[];
  staff: StaffMember;
}

/** Makes every staff call without a session, as each role, and as a role of the operator that has every other permission. */
export async function tryStaffCalls(consoleUrl: string): Promise<Row[]> {
  const probers: Prober[] = [];
  for (const role of ROLES) {
    probers.push({ name: role, permissions: permissionsOf([role]), staff: await signIn(consoleUrl, role) });
  }
  const ownRole = await giveOwnRole(probers);
  const rows: Row[] = [];
  for (const [key, spec] of Object.entries<StaffRouteSpec>(staffRoutes)) {
    if (spec.permission === 'none') continue;
    const { status } = await fetch(`${consoleUrl}${pathOf(spec)}`, requestOf(spec));
    rows.push({ what: key, tried: 'staff: no session', expected: '401', actual: String(status) });
    if (key === LAST) continue;
    for (const prober of [...probers.filter(({ name }) => name !== 'content'), ownRole]) {
      const { end } = await prober.staff.call(
        spec.method,
        pathOf(spec).replace('/staff/api/', ''),
        bodyOf(spec),
      );
      const isForbidden = spec.permission !== 'session' && !prober.permissions.includes(spec.permission);
      const tried = `staff: ${prober.name}`;
      rows.push({
        what: key,
        tried,
        expected: isForbidden ? 'FORBIDDEN' : 'may',
        actual: end === 'FORBIDDEN' ? end : 'may',
      });
    }
  }
  return rows;
}

/** Makes a role and gives it to the person of `content` instead of theirs, by two people each time. */
async function giveOwnRole(probers: readonly Prober[]): Promise<Prober> {
  const of = (name: string): StaffMember => {
    const prober = probers.find((one) => one.name === name);
    if (!prober) throw new Error(`no ${name} has signed in`);
    return prober.staff;
  };
  const twoPeople = async (path: string, asked: object): Promise<void> => {
    const { body } = await of('manager').call('POST', path, { ...asked, reason: 'to try it' });
    const { end } = await of('owner').approve(z.object({ approvalId: z.string() }).parse(body).approvalId);
    if (end !== 'OK') throw new Error(`${path}: ${end}`);
  };
  const granted = PERMISSIONS.filter((name, index) => index % 2 === 0 && !/^staff\.|Large$/.test(name));
  await twoPeople('roles', { name: OWN_ROLE, permissions: granted });
  const { body } = await of('owner').call('GET', 'staff');
  const { items } = z.object({ items: z.array(z.object({ id: z.string(), email: z.string() })) }).parse(body);
  const person = items.find(({ email }) => email.startsWith('content@'));
  await twoPeople(`staff/${person?.id}/roles`, { roles: [OWN_ROLE] });
  return { name: 'a role of the operator', permissions: granted, staff: of('content') };
}

const pathOf = ({ path }: StaffRouteSpec): string => path.replace(':id', NO_ID);

/** An empty form: those who may make the call are refused for it, and nothing happens. */
const bodyOf = ({ method }: StaffRouteSpec): object | undefined =>
  method === 'POST' || method === 'PUT' ? {} : undefined;

function requestOf(spec: StaffRouteSpec): RequestInit {
  const body = bodyOf(spec);
  return {
    method: spec.method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  };
}
