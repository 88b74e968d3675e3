import { isCommonPassword } from '../../kernel/common-passwords.ts';
import { StaffError } from '../../kernel/staff-error.ts';

/** Shortest password of staff (NIST SP 800-63B-4: 8 where a second factor is required). */
const SHORTEST = 10;

/** @throws StaffError PASSWORD_WEAK for a short or common password, and for one made of the person's own address */
export async function assertStaffPassword(password: string, email: string): Promise<void> {
  const [name = ''] = email.split('@');
  const isOwnName = name.length > 3 && password.toLowerCase().includes(name.toLowerCase());
  const isOneCharacter = new Set(password).size < 4;
  const isWeak = password.length < SHORTEST || isOwnName || isOneCharacter;
  if (isWeak || (await isCommonPassword(password))) throw new StaffError('PASSWORD_WEAK');
}
