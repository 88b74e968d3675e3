import { toMinor } from '@krapao/contract/money';

/** Whoever an inflow can have been credited to: a member by number, or the operator's suspense account. */
export type Owner = number | 'suspense';

/** Money that came in, as the people who sent it know. */
export interface Inflow {
  what: string;
  satang: bigint;
  /** It belongs to exactly one of them. */
  owners: readonly Owner[];
  /** Of what no program can tell, and staff can. */
  origin?: Origin;
}

/** Whose money an inflow is in truth, and what the operator's bank calls it. */
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

/** Baht of a reply or a decision in satang. @throws Error when it has more than two decimals */
export function satangOf(baht: number): bigint {
  const satang = toMinor(baht);
  if (satang === null) throw new Error(`${baht} is no amount`);
  return satang;
}

const MOST_VIOLATIONS = 100;

/**
 * What must be true in the end, kept by those who did it and not by the system under test: money that was
 * sent in, gift links that were handed in, payouts that the bank decided on.
 */
export class Expectations {
  readonly inflows: Inflow[] = [];
  /** Everybody who has handed a gift link in, by link. */
  readonly gifts = new Map<string, Set<number>>();
  readonly payouts = new Map<string, DecidedPayout>();
  /** What should never have been answered. */
  readonly violations: string[] = [];

  paid(what: string, baht: number, ...owners: readonly Owner[]): void {
    this.inflows.push({ what, satang: satangOf(baht), owners });
  }

  /** Money of a member's that must wait in suspense until staff give it to them. */
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
