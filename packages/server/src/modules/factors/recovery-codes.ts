import { customAlphabet } from 'nanoid';
import type { Queries, Tx } from '../../database/open.ts';
import { hashToken } from '../../kernel/secrets.ts';

const CODES = 10;
const GROUPS = 3;
/** Without letters and digits that look alike. 12 of them are 59 bits: a stored hash cannot be searched for. */
const newGroup = customAlphabet('abcdefghjkmnpqrstuvwxyz23456789', 4);

const newCode = (): string => Array.from({ length: GROUPS }, () => newGroup()).join('-');
const hashOf = (code: string): Buffer => hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''));

/** Replaces a member's recovery codes. @returns the new ones, which are stored as hashes only */
export async function replaceCodes(tx: Tx, memberId: string): Promise<string[]> {
  await dropCodes(tx, memberId);
  const codes = Array.from({ length: CODES }, newCode);
  await tx
    .insertInto('member_recovery_code')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashOf(code) })))
    .execute();
  return codes;
}

/** Gives a member recovery codes, if there are none. @returns the new ones */
export async function addFirstCodes(tx: Tx, memberId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('member_recovery_code')
    .select('member_id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst();
  return row ? [] : replaceCodes(tx, memberId);
}

export async function dropCodes(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('member_recovery_code').where('member_id', '=', memberId).execute();
}

/** Uses a recovery code up: of two tries with one code one passes. */
export async function useRecoveryCode(
  tx: Tx,
  memberId: string,
  { code, now }: { code: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('member_recovery_code')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countCodesLeft(queries: Queries, memberId: string): Promise<number> {
  const { left } = await queries
    .selectFrom('member_recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
