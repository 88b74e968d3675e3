import { QR_PROVIDERS } from '@krapao/contract/limits';
import { describePaymentGateway } from '../testing/conformance/payment-gateway.ts';
import { sandboxWorld } from '../testing/conformance/port-world.ts';
import { createQrGateway } from './qr-gateway.ts';

for (const provider of QR_PROVIDERS) {
  describePaymentGateway(provider, createQrGateway, () => sandboxWorld('gateway', `/gateway/${provider}`));
}
