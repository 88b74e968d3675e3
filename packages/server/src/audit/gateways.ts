import { sql } from 'kysely';
import { compareIncoming } from './incoming-comparison.ts';
import { LATENESS_MS, type Comparison } from './counterparties.ts';
import { Findings, type Check } from './finding.ts';

/** Payments per lookup in the books. */
const PAGE = 500;

/** Returns the gateways with payments in the books of the period. */
async function booked({ database, since }: Comparison): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select split_part(a.code, ':', 3) as code from ledger_account a
      where starts_with(a.code, 'house:gateway:') and exists (
        select from ledger_transfer t
          where t.debit_account = a.id and t.kind = 'deposit' and t.created_at >= ${since})
      order by 1`.execute(database.queries);
  return rows.map(({ code }) => code);
}

/**
 * Checks that every payment of a gateway is one deposit of that amount, and that every gateway deposit is a
 * payment there.
 */
export function gatewayCheck(comparison: Comparison): Check {
  const name = 'gateway payments';
  return {
    name,
    async run() {
      const findings = new Findings(name);
      const from = new Date(Math.max(0, comparison.since.getTime() - LATENESS_MS));
      for (const code of await booked(comparison)) {
        if (!comparison.counterparties.gateways.has(code))
          findings.notCompared(code, 'the gateway is not connected');
      }
      for (const [code, gateway] of comparison.counterparties.gateways) {
        comparison.signal.throwIfAborted();
        const payments = await gateway.paymentsSince(from);
        if (payments.outcome !== 'done') {
          findings.notCompared(code, payments.reason);
          continue;
        }
        const place = `gateway:${code}`;
        const { entries, rejected } = payments.value;
        findings.rejected(code, rejected);
        const told = async function* () {
          for (let from = 0; from < entries.length; from += PAGE) {
            yield entries
              .slice(from, from + PAGE)
              .map(({ paymentId, amount, paidAt }) => ({ place, reference: paymentId, amount, at: paidAt }));
          }
        };
        const ours = { placeBegins: `${place}:`, isTold: () => true };
        await compareIncoming(comparison, { ...ours, told: told() }, findings);
      }
      return findings.list;
    },
  };
}
