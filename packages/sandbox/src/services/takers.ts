/** What happens to an order or a payout of a service happens at that service. */
import type { PayoutTaker } from '../bank/payouts.ts';
import type { PaymentTaker } from '../gateway/orders.ts';
import type { PaymentService, PayoutService } from '../store/payment-services.ts';

/** Returns what gives a payment to the service that the order was made through. */
export function paymentTaker(
  services: Readonly<Record<PaymentService, { readonly takePayment: PaymentTaker }>>,
): PaymentTaker {
  return (order, payment) => (order.service ? services[order.service].takePayment(order, payment) : []);
}

/** Returns what gives a payout's end to the service that the payout was made through. */
export function payoutTaker(
  services: Readonly<Record<PayoutService, { readonly takePayout: PayoutTaker }>>,
): PayoutTaker {
  return (payout) => (payout.service ? services[payout.service].takePayout(payout) : []);
}
