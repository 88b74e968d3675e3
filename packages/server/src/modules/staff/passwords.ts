import { StaffError } from '../../kernel/staff-error.ts';

/** Shortest password of staff (NIST SP 800-63B-4: 8 where a second factor is required). */
const SHORTEST = 10;

/** @throws StaffError PASSWORD_WEAK for a short password, and for one made of the person's own address */
export function assertStaffPassword(password: string, email: string): void {
  const [name = ''] = email.split('@');
  const isOwnName = name.length > 3 && password.toLowerCase().includes(name.toLowerCase());
  const isOneCharacter = new Set(password).size < 4;
  if (password.length < SHORTEST || isOwnName || isOneCharacter) throw new StaffError('PASSWORD_WEAK');
}
