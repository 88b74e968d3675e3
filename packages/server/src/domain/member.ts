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
  walletAccount: AccountId;
  /** Why the member neither plays nor pays in at the time of the request; undefined where nothing stops them. */
  stop: ProtectionStop | undefined;
  /** When `stop` ends, or its end can be asked for; null without one, and for good. */
  stopUntil: Date | null;
  /** When `stop` ends; null without one, and while the end of an exclusion was not asked for. */
  stopEnd: Date | null;
}

/** Codes of a break and of a self-exclusion. */
export type ProtectionStop = 'ON_BREAK' | 'EXCLUDED';
