import pLimit from 'p-limit';
import type { RecordedPayout } from '../ports/bank.ts';
import type { Differs, NotFound, Outcome } from '../ports/outcome.ts';
import { readPayouts, written, type BookedMovement } from './books.ts';
import { AT_ONCE, type Comparison } from './counterparties.ts';
import { Findings, type Check } from './finding.ts';

/** Checks payouts against the bank: posted if done there, voided if refused or never received. */
export function payoutCheck(comparison: Comparison): Check {
  const name = 'payouts';
  return {
    name,
    async run() {
      const findings = new Findings(name);
      const turn = pLimit(AT_ONCE);
      for await (const payouts of readPayouts(comparison.database, comparison.since)) {
        await Promise.all(
          payouts.map((payout) =>
            turn(async () => {
              comparison.signal.throwIfAborted();
              judge(payout, await comparison.counterparties.bank.lookUp(payout.id), comparison, findings);
            }),
          ),
        );
      }
      return findings.list;
    },
  };
}

function judge(
  payout: BookedMovement,
  known: Outcome<RecordedPayout> | NotFound | Differs,
  { settledBefore }: Comparison,
  findings: Findings,
): void {
  const { id, state, amount, createdAt } = payout;
  if (known.outcome !== 'done' && known.outcome !== 'not_found') {
    findings.notCompared(id, known.reason);
    return;
  }
  const there = known.outcome === 'done' ? known.value.status : 'unknown';
  if (known.outcome === 'done' && known.value.amount !== amount) {
    findings.wrong(id, `is ${written(amount)} here and ${written(known.value.amount)} at the bank`);
  }
  if (state === 'pending') {
    const isDelayed = payout.notBefore !== null && new Date(payout.notBefore) > new Date();
    if (createdAt > settledBefore || isDelayed) return;
    if (there === 'done' || there === 'refused') findings.wrong(id, `is ${there} at the bank, pending here`);
    else findings.attention(id, `pending since ${createdAt.toISOString()}, ${there} at the bank`);
    return;
  }
  const fits = state === 'posted' ? there === 'done' : there === 'refused' || there === 'unknown';
  if (!fits) findings.wrong(id, `${written(amount)} is ${state} here, ${there} at the bank`);
}
