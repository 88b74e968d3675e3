import type { Stop } from '@krapao/contract/errors';
import type { Currency } from '@krapao/contract/money';
import type { AccountId } from '../ledger/types.ts';

/** The member of a request, loaded with their session. */
export interface Member {
  id: string;
  sessionId: bigint;
  username: string;
  name: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency: Currency;
  coin: number;
  createdAt: Date;
  passwordChangedAt: Date;
  /** Time of the last correction of the bank account's name. */
  bankChangedAt: Date | null;
  /** When staff removed the member's factors for the last time. */
  factorsRemovedAt: Date | null;
  walletAccount: AccountId;
  /** Why the member neither plays nor pays in at the time of the request; undefined where nothing stops them. */
  stop: ProtectionStop | undefined;
  proof: SessionProof;
}

/** Returns when the member's password was last changed or reset; null where it is the one of the registration. */
export const passwordChange = ({
  passwordChangedAt,
  createdAt,
}: Pick<Member, 'passwordChangedAt' | 'createdAt'>): Date | null =>
  passwordChangedAt > createdAt ? passwordChangedAt : null;

/** Proof that a session holds of its member. */
export interface SessionProof {
  /** The member has proved nothing beyond the password in this browser, and it is not their first one. */
  isNewDevice: boolean;
  /** When the member last gave proof in this session. */
  at: Date | null;
}

/** A break or a self-exclusion that holds. */
export interface ProtectionStop {
  code: Stop;
  /** Its end. Of an exclusion whose end was not asked for: from then on it can be; null for good. */
  until: Date | null;
  /** Its end; null while the end of an exclusion was not asked for. */
  endsAt: Date | null;
}
