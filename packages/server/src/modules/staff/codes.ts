import type { Tx } from '../../database/open.ts';
import { hashToken, type Secrets } from '../../kernel/secrets.ts';
import { stepOfCode } from '../../kernel/totp.ts';

/** Context to which a staff member's sealed secret is bound. */
export const sealContext = (staffId: string): string => `staff ${staffId}`;

/** A person's authenticator app. */
export interface Authenticator {
  id: string;
  sealed_totp: Buffer;
  totp_step: bigint;
}

/**
 * Checks a code of the authenticator app, or a recovery code, and marks it as used: of two tries with one code one
 * passes.
 */
export async function useCode(
  tx: Tx,
  person: Authenticator,
  { code, secrets, now }: { code: string; secrets: Secrets; now: Date },
): Promise<boolean> {
  const secret = secrets.unseal(person.sealed_totp, sealContext(person.id));
  const step = stepOfCode(secret, code, { now, afterStep: person.totp_step });
  if (step !== undefined) {
    const used = await tx
      .updateTable('staff')
      .set({ totp_step: step })
      .where('id', '=', person.id)
      .where('totp_step', '<', step)
      .returning('id')
      .executeTakeFirst();
    if (used) return true;
  }
  const recovered = await tx
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', person.id)
    .where('code_hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  return recovered !== undefined;
}
