/** The emulated PayoneX: deposits by QR and payouts, under `/payonex`. */
import { MAX_MINOR, parseDecimal, toDecimal, toMinor, toWire, type Minor } from '@krapao/contract/money';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { toBuffer as drawQr } from 'qrcode';
import { z } from 'zod';
import { BANKS } from '../bank/banks.ts';
import { reference } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import { PAYONEX } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal } from '../services/refusal.ts';
import { Tokens } from '../services/tokens.ts';
import type { PayonexCustomerRecord } from '../store/payonex-records.ts';
import { errorOf, ERRORS, FAILURE, withOk, type PayonexCode } from './errors.ts';
import { bankOf, type NewTransaction, type Payonex } from './payonex.ts';
import { ok, transactionView } from './views.ts';

const PATH = '/payonex';
const DEFAULT_SIZE = 20;
const MAX_SIZE = 100;
/** The facts name no lifetime; an operator must ask for a new token whenever one has ended. */
const TOKEN_LIFE_MS = 3_600_000;

type Port = 'gateway:payonex' | 'bank:payonex';

export interface PayonexDeps extends FrameDeps {
  readonly payonex: Payonex;
  /** Address of the sandbox for people, without a trailing slash. */
  readonly publicUrl: () => string;
}

const keysBody = z.object({ accessKey: z.string(), secretKey: z.string() });
const name = z.string().trim().min(1).max(200);
const accountNo = z.string().trim().min(1).max(40);
const customerBody = z.object({ name, bankCode: z.string(), accountNo });
const accountBody = z.object({ bankCode: z.string(), accountNo });
const uuidParams = z.object({ uuid: z.string() });

/** A number or text: the facts do not say which. */
const amount = z.union([z.number(), z.string()]).transform((given, context): Minor => {
  const read = typeof given === 'number' ? toMinor(given) : parseDecimal(given);
  if (read !== null && read > 0n && read <= MAX_MINOR) return read;
  context.addIssue({ code: 'custom', message: 'must be above zero, with at most two decimals' });
  return z.NEVER;
});
const optionalText = z.string().max(500).nullish();
const transactionBody = z.object({
  customerUuid: z.string(),
  amount,
  referenceId: reference.nullish(),
  note: optionalText,
  remark: optionalText,
});
const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(MAX_SIZE).default(DEFAULT_SIZE),
});

export function payonexRoutes(app: App, deps: PayonexDeps): void {
  const tokens = new Tokens(deps.now, TOKEN_LIFE_MS);
  const scope = (port: Port, routes: (scope: App, service: Service) => void): void => {
    app.register(async (plugin) => {
      const child = plugin.withTypeProvider<ZodTypeProvider>();
      const service = new Service(port, deps);
      const badRequest = (problem: string) => service.error('40001', problem);
      emulate(child, { port, errors: ERRORS, badRequest, failure: FAILURE, refusal: errorOf('40006') }, deps);
      routes(child, service);
    });
  };
  const closed = (child: App, service: Service): void => {
    child.addHook('preValidation', async ({ headers }) => {
      // The token stands alone in its header, without a scheme.
      const worth = tokens.check(headers.authorization);
      if (worth !== 'good') service.refuse(worth === 'expired' ? '40101' : '40100');
    });
  };
  scope('gateway:payonex', (child, service) => authenticateRoute(child, service, tokens));
  scope('gateway:payonex', (child, service) => {
    closed(child, service);
    customerRoutes(child, service, deps.payonex);
    depositRoute(child, service, deps);
    lookUpRoutes(child, service, deps.payonex);
  });
  scope('bank:payonex', (child, service) => {
    closed(child, service);
    withdrawRoute(child, service, deps.payonex);
  });
}

/** What the routes of one port share: the faults of that port, and refusals. */
class Service {
  readonly #port: Port;
  readonly #deps: PayonexDeps;

  constructor(port: Port, deps: PayonexDeps) {
    this.#port = port;
    this.#deps = deps;
  }

  isAlternate(): boolean {
    return this.#deps.faults.planAlternate(this.#port);
  }

  error(code: PayonexCode, message?: string) {
    const error = errorOf(code, message);
    return this.isAlternate() ? withOk(error) : error;
  }

  /** @throws Refusal */
  refuse(code: PayonexCode): never {
    throw new Refusal(this.error(code));
  }

  /** @throws Refusal 40001 */
  read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
    return readOr(schema, value, (problem) => this.error('40001', problem));
  }

  /** Reads a body that names a bank. @throws Refusal 40001, 40003 */
  readAccount<T extends z.ZodType<{ bankCode: string }>>(schema: T, value: unknown): z.output<T> {
    const read = this.read(schema, value);
    if (bankOf(read.bankCode) === null) this.refuse('40003');
    return read;
  }

  /** @throws Refusal 40400 */
  customer(customerUuid: string): PayonexCustomerRecord {
    return this.#deps.payonex.customer(customerUuid) ?? this.refuse('40400');
  }

  /** Reads the request of a deposit or a payout. @throws Refusal 40001, 40006, 40400, 42900 */
  request(body: unknown): NewTransaction {
    const read = this.read(transactionBody, body);
    const { customerUuid, referenceId = null } = read;
    if (this.#deps.faults.planQuota(this.#port)) this.refuse('42900');
    const customer = this.customer(customerUuid);
    const { payonex } = this.#deps;
    if (referenceId !== null && payonex.isUsed(referenceId) && this.isAlternate()) this.refuse('40006');
    return { customer, amount: read.amount, referenceId };
  }
}

function authenticateRoute(app: App, service: Service, tokens: Tokens): void {
  app.post(`${PATH}/authenticate`, async ({ body }) => {
    const { accessKey, secretKey } = service.read(keysBody, body);
    const isKnown = isEqual(accessKey, PAYONEX.accessKey) && isEqual(secretKey, PAYONEX.secretKey);
    return isKnown ? ok({ token: tokens.issue() }) : service.refuse('40100');
  });
}

function customerRoutes(app: App, service: Service, payonex: Payonex): void {
  app.get(`${PATH}/customers/options/bank-codes`, async () =>
    ok(
      BANKS.filter(({ number }) => number !== null).map(({ code, name: bankName }) => ({
        code,
        name: bankName,
      })),
    ),
  );
  app.post(`${PATH}/v2/customers`, async ({ body }) => {
    const customer = service.readAccount(customerBody, body);
    return ok({ customerUuid: payonex.addCustomer(customer).customerUuid });
  });
  app.put(`${PATH}/v2/customers/:uuid`, { schema: { params: uuidParams } }, async ({ params, body }) => {
    const customer = service.customer(params.uuid);
    return ok(payonex.changeCustomer(customer, service.readAccount(customerBody, body)));
  });
  app.post(`${PATH}/banks/get-name`, async ({ body }) => {
    const account = service.readAccount(accountBody, body);
    return ok({ name: payonex.nameOf(account.bankCode, account.accountNo) ?? service.refuse('40400') });
  });
}

function depositRoute(app: App, service: Service, { payonex, publicUrl }: PayonexDeps): void {
  app.post(`${PATH}/transactions/deposit/request`, async ({ body }) => {
    const { orderId, payload } = payonex.deposit(service.request(body));
    return ok({
      uuid: orderId,
      link: `${publicUrl()}/control/qr/${orderId}/image.svg`,
      qrCode: payload,
      qrBase64: (await drawQr(payload)).toString('base64'),
    });
  });
}

function withdrawRoute(app: App, service: Service, payonex: Payonex): void {
  app.post(`${PATH}/transactions/withdraw/request`, async ({ body }) => {
    const transaction = payonex.withdraw(service.request(body)) ?? service.refuse('40005');
    return ok({ uuid: transaction.uuid });
  });
}

function lookUpRoutes(app: App, service: Service, payonex: Payonex): void {
  app.get(`${PATH}/transactions/:uuid`, { schema: { params: uuidParams } }, async ({ params }) => {
    const transaction = payonex.find(params.uuid) ?? service.refuse('40400');
    return ok(transactionView(transaction, service.isAlternate()));
  });
  app.get(`${PATH}/transactions`, async ({ query }) => {
    const { page, size } = service.read(pageQuery, query);
    const isAlternate = service.isAlternate();
    const all = payonex.list();
    const shown = all.slice((page - 1) * size, page * size);
    return { ...ok(shown.map((one) => transactionView(one, isAlternate))), page, size, total: all.length };
  });
  app.get(`${PATH}/profile/balance`, async () => {
    const { balanceMinor, settleMinor } = payonex.balance();
    const amountOf = service.isAlternate() ? toDecimal : toWire;
    return ok({ balance: amountOf(balanceMinor), settleBalance: amountOf(settleMinor) });
  });
}
