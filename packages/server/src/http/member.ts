import type { Currency } from '@krapao/contract/money';
import type { AccountId } from '../ledger/types.ts';

/** The member a request is from, as loaded with their session. */
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
  /** When the bank account's name was last corrected. */
  bankChangedAt: Date | null;
  walletAccount: AccountId;
}

/** Finds the member a bearer token belongs to, or throws the AppError that says why not. */
export type Authenticate<M extends Member = Member> = (bearerToken: string) => Promise<M>;
