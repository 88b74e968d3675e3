import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QR_PROVIDERS } from '@krapao/contract/limits';
import { describePaymentGateway } from '../testing/conformance/payment-gateway.ts';
import { sandboxWorld } from '../testing/conformance/port-world.ts';
import { expect, it } from 'vitest';
import { createQrGateway } from './qr-gateway.ts';

for (const provider of QR_PROVIDERS) {
  describePaymentGateway(provider, createQrGateway, () => sandboxWorld('gateway', `/gateway/${provider}`));
}

it.each([
  ['{"error":"not_found"}', 'not_found'],
  ['{"error":"no such page"}', 'refused'],
  ['{"message":"route not found"}', 'refused'],
])('takes a 404 for the gateway’s word on an order only where it says so: %s', async (body, outcome) => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const gateway = createQrGateway({
    baseUrl: `http://127.0.0.1:${port}`,
    secret: 'secret',
    timeoutMs: 5_000,
  });
  try {
    expect((await gateway.payments('order-1')).outcome).toBe(outcome);
    expect((await gateway.cancelOrder('order-1')).outcome).toBe(outcome);
  } finally {
    await new Promise((closed) => server.close(closed));
  }
});
