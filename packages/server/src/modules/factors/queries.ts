import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import { keepFactorFlags } from '../account/queries.ts';

/** The factors of a member. */
export interface FactorKinds {
  hasTotp: boolean;
  passkeys: number;
}

/** Selects the {@link FactorKinds} of a member. */
export const factorKinds = (memberId: RawBuilder<unknown>) => sql<FactorKinds>`
  select exists (
        select from member_totp t where t.member_id = ${memberId} and t.sealed_secret <> '') as "hasTotp",
      (select count(*)::int from member_passkey k where k.member_id = ${memberId}) as passkeys`;

export async function findFactorKinds(queries: Queries, memberId: string): Promise<FactorKinds> {
  const { rows } = await factorKinds(sql`${memberId}::text`).execute(queries);
  return rows[0] ?? { hasTotp: false, passkeys: 0 };
}

/** Keeps with the member's row which factors there are. It runs last in each transaction that changes them. */
export async function keepFlags(tx: Tx, memberId: string): Promise<FactorKinds> {
  const kinds = await findFactorKinds(tx, memberId);
  await keepFactorFlags(tx, memberId, { hasTotp: kinds.hasTotp, hasFactor: hasAny(kinds) });
  return kinds;
}

export const hasAny = ({ hasTotp, passkeys }: FactorKinds): boolean => hasTotp || passkeys > 0;
