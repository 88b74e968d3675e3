import { toMinor } from '@krapao/contract/money';

/** Possible owner of an inflow: a member by number, or the operator's suspense account. */
export type Owner = number | 'suspense';

/** Incoming money, as its senders know it. */
export interface Inflow {
  what: string;
  satang: bigint;
  /** Candidate owners; exactly one of them is right. */
  owners: readonly Owner[];
  /** True origin of money that staff can identify and no program can. */
  origin?: Origin;
}

/** True owner of an inflow, and its reference at the operator's bank. */
export interface Origin {
  member: number;
  statementReference: string;
}

/** A payout the bank has decided on. */
export interface DecidedPayout {
  accountNo: string;
  satang: bigint;
  state: 'done' | 'refused';
}

/** Converts baht of a reply or a decision to satang. @throws Error when it has more than two decimals */
export function satangOf(baht: number): bigint {
  const satang = toMinor(baht);
  if (satang === null) throw new Error(`${baht} is no amount`);
  return satang;
}

const MOST_VIOLATIONS = 100;

/**
 * Expected final state, recorded by the actors and not by the system under test: money sent in, redeemed gift
 * links, payouts decided by the bank.
 */
export class Expectations {
  readonly inflows: Inflow[] = [];
  /** All members who have submitted a gift link, by link. */
  readonly gifts = new Map<string, Set<number>>();
  readonly payouts = new Map<string, DecidedPayout>();
  /** Answers that must never occur. */
  readonly violations: string[] = [];

  paid(what: string, baht: number, ...owners: readonly Owner[]): void {
    this.inflows.push({ what, satang: satangOf(baht), owners });
  }

  /** Records money of a member that must wait in suspense until staff assign it. */
  suspended(what: string, baht: number, origin: Origin): void {
    this.inflows.push({ what, satang: satangOf(baht), owners: ['suspense'], origin });
  }

  handedIn(link: string, member: number): void {
    const claimants = this.gifts.get(link) ?? new Set();
    this.gifts.set(link, claimants.add(member));
  }

  decided(id: string, payout: DecidedPayout): void {
    this.payouts.set(id, payout);
  }

  violated(what: string): void {
    if (this.violations.length < MOST_VIOLATIONS) this.violations.push(what);
  }
}
