import { StripeClient } from '../adapters/stripe/client.ts';
import { createStripeGateway } from '../adapters/stripe/gateway.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { NamedService } from './named-service.ts';
import { gatewayOf } from './payment-settings.ts';

export const STRIPE_GATEWAY: NamedService<PaymentGateway> = {
  url: 'https://api.stripe.com',
  settings: [
    { name: 'SECRET', pattern: /^(sk|rk)_\w+$/, expects: 'a secret key, sk_… or rk_…' },
    { name: 'WEBHOOK_SECRET', pattern: /^whsec_\S+$/, expects: 'the secret of the webhooks, whsec_…' },
    { name: 'EMAIL', pattern: /^[^@\s]+@[^@\s]+$/, expects: 'an email address' },
  ],
  create: (connection, told, { records, part }) =>
    createStripeGateway({
      client: new StripeClient({ ...connection, secretKey: told('SECRET') }),
      records,
      gateway: gatewayOf(part),
      webhookSecret: told('WEBHOOK_SECRET'),
      email: told('EMAIL'),
    }),
};
