import { describePaymentGateway } from '../testing/conformance/payment-gateway.ts';
import { sandboxWorld } from '../testing/conformance/port-world.ts';
import { createQrGateway } from './qr-gateway.ts';

describePaymentGateway('QR gateway', createQrGateway, () => sandboxWorld('gateway', '/gateway/KBANK'));
