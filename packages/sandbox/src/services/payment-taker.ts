import type { PaymentTaker } from '../gateway/orders.ts';
import type { PaymentService } from '../store/payment-services.ts';

/** Returns what gives a payment to the service that the order was made through. */
export function paymentTaker(
  services: Readonly<Record<PaymentService, { readonly takePayment: PaymentTaker }>>,
): PaymentTaker {
  return (order, payment) => (order.service ? services[order.service].takePayment(order, payment) : []);
}
