import { compareArrivals } from './arrivals-comparison.ts';
import { LATENESS_MS, type Comparison } from './counterparties.ts';
import { Findings, type Check } from './finding.ts';

/** Every payment a gateway took is one deposit of that amount, and every deposit of a gateway is a payment there. */
export function gatewayCheck(comparison: Comparison): Check {
  const name = 'gateway payments';
  return {
    name,
    async run() {
      const findings = new Findings(name);
      const from = new Date(Math.max(0, comparison.since.getTime() - LATENESS_MS));
      for (const [code, gateway] of comparison.outside.gateways) {
        comparison.signal.throwIfAborted();
        const payments = await gateway.paymentsSince(from);
        if (payments.outcome !== 'done') {
          findings.notCompared(code, payments.reason);
          continue;
        }
        const place = `gateway:${code}`;
        const told = payments.value.map(({ paymentId, amount, paidAt }) => ({
          place,
          reference: paymentId,
          amount,
          at: paidAt,
        }));
        await compareArrivals(comparison, { told, placeBegins: `${place}:`, isTold: () => true }, findings);
      }
      return findings.list;
    },
  };
}
