/** Opn's calls about recipients, transfers, the balance and the account. */
import { z } from 'zod';
import type { Faults } from '../faults/faults.ts';
import type { App } from '../http/types.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { OpnRecipientRecord } from '../store/opn-records.ts';
import { bankOf } from './banks.ts';
import { fieldsOf } from './charge-routes.ts';
import { read, refuse, refuseRequest } from './errors.ts';
import { TRANSFER_FEE, vatOf } from './fees.ts';
import { flag, idParams, isoOf, metadata, optionalText, satang } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import type { OpnTransfers } from './transfers.ts';
import { recipientView } from './views.ts';

const PATH = '/opn';
const PORT = 'bank:opn';

/** The documentation has `brand`, the official client `bank_code` too: both are taken. */
const bankAccount = z
  .object({
    brand: z.string().optional(),
    bank_code: z.string().optional(),
    number: z.string().regex(/^\d{5,20}$/),
    name: z.string().trim().min(1).max(200),
  })
  .transform(({ brand, bank_code: code, ...account }, context) => {
    const bankCode = brand ?? code ?? '';
    if (bankOf(bankCode)) return { ...account, bankCode };
    context.addIssue({ code: 'custom', message: 'bank is not supported' });
    return z.NEVER;
  });
const recipientBody = z.object({
  name: z.string().trim().min(1).max(200),
  type: z.enum(['individual', 'corporation']),
  email: optionalText,
  description: optionalText,
  tax_id: optionalText,
  bank_account: bankAccount,
  metadata,
});
const transferBody = z.object({
  amount: satang,
  recipient: z.string(),
  fail_fast: flag.default(false),
  metadata,
  idemp_key: z.string().min(1).max(255).nullish(),
});

export interface TransferDeps {
  readonly transfers: OpnTransfers;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function transferRoutes(app: App, { transfers, faults, now }: TransferDeps): void {
  app.post(`${PATH}/recipients`, async ({ body }) => {
    const { name, type, bank_account: account, ...more } = read(recipientBody, fieldsOf(body));
    if (faults.planQuota(PORT)) refuse('too_many_requests');
    const recipient = transfers.addRecipient({
      name,
      type,
      email: more.email ?? null,
      description: more.description ?? null,
      taxId: more.tax_id ?? null,
      metadata: more.metadata,
      bankCode: account.bankCode,
      accountNo: account.number,
      accountName: account.name,
      // In the other shape Opn checks an account before it can receive anything.
      active: !faults.planAlternate(PORT),
    });
    return recipientView(recipient);
  });

  app.get(`${PATH}/recipients/:id`, { schema: { params: idParams } }, async ({ params }) =>
    recipientView(transfers.recipient(params.id) ?? refuse('not_found')),
  );

  app.post(`${PATH}/transfers`, async ({ body }) => {
    const { amount, fail_fast: failFast, idemp_key: key, ...asked } = read(transferBody, fieldsOf(body));
    if (faults.planQuota(PORT)) refuse('too_many_requests');
    const idempKey = key ?? null;
    const known = idempKey === null ? undefined : transfers.list().find((one) => one.idempKey === idempKey);
    if (known && !faults.planAlternate(PORT)) return transfers.view(known);
    const recipient = transfers.recipient(asked.recipient) ?? refuse('not_found');
    refuseTransfer(transfers, recipient, amount);
    const transfer = transfers.create({ recipient, amount, failFast, metadata: asked.metadata, idempKey });
    return transfers.view(transfer);
  });

  app.get(`${PATH}/transfers/:id`, { schema: { params: idParams } }, async ({ params }) =>
    transfers.view(transfers.find(params.id) ?? refuse('not_found')),
  );

  app.get(`${PATH}/transfers`, async ({ query }) => {
    const { entries, ...page } = pageOf(transfers.list(), read(listQuery, query), now());
    const data = entries.map((transfer) => transfers.view(transfer));
    return { object: 'list', location: '/transfers', ...page, data };
  });
}

export function accountRoutes(app: App, { transfers, webhooks, now }: TransferDeps): void {
  app.get(`${PATH}/balance`, async () => {
    const { total, transferable } = transfers.balance();
    return {
      object: 'balance',
      livemode: false,
      location: '/balance',
      currency: 'THB',
      total: Number(total),
      transferable: Number(transferable),
      reserve: 0,
      created_at: isoOf(now()),
    };
  });
  app.get(`${PATH}/account`, async () => ({
    object: 'account',
    id: 'account_test_demo',
    livemode: false,
    location: '/account',
    email: 'operator@example.com',
    country: 'TH',
    currency: 'THB',
    supported_currencies: ['THB'],
    api_version: '2019-05-29',
    auto_activate_recipients: true,
    webhook_uri: webhooks.get('opn')?.url ?? null,
    created_at: isoOf(0),
  }));
}

/** @throws Refusal where no such transfer can be made */
function refuseTransfer(transfers: OpnTransfers, recipient: OpnRecipientRecord, amount: bigint): void {
  if (!recipient.active) refuseRequest('recipient is not active');
  if (amount <= TRANSFER_FEE + vatOf(TRANSFER_FEE)) refuseRequest('amount must be above the transfer fee');
  if (amount > transfers.balance().transferable) refuseRequest('amount is above the transferable balance');
}
