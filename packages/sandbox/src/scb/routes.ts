/**
 * The emulated Open API of SCB, under `/scb`. Paths, headers, fields and the token's half hour are documented (A).
 * Not documented are the answer to an inquiry about an unpaid bill (here 1104, in the other shape an empty list)
 * and the picture's format (PNG was observed, the documentation's example is a GIF).
 */
import { MAX_MINOR, parseDecimal, toMinor } from '@krapao/contract/money';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { toBuffer as drawQr } from 'qrcode';
import sharp from 'sharp';
import { z } from 'zod';
import { bankInfo } from '../bank/banks.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import type { App } from '../http/types.ts';
import { SCB } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { Tokens } from '../services/tokens.ts';
import { badRequest, ERRORS, read, refuse } from './errors.ts';
import type { Scb } from './scb.ts';
import { billSlip, inquiryView, ok, transferSlip } from './views.ts';

const PATH = '/scb/v1';
const GATEWAY = 'gateway:scb';
const SLIP = 'slip:scb';
const TOKEN_LIFE_S = 1_800;
/** Thai QR of tag 30, paid by a customer who scans it. */
const EVENT_CODE = '00300100';

export interface ScbDeps extends FrameDeps {
  readonly scb: Scb;
  readonly transfers: BankTransfers;
}

/** Up to 13 characters in all, as text; a number was observed to be taken too. */
const amount = z
  .union([z.string().regex(/^\d{1,10}(\.\d{1,2})?$/), z.number()])
  .transform((given, context) => {
    const minor = typeof given === 'number' ? toMinor(given) : parseDecimal(given);
    if (minor !== null && minor > 0n && minor <= MAX_MINOR) return minor;
    context.addIssue({ code: 'custom', message: 'is no amount' });
    return z.NEVER;
  });
const billerId = z.string().regex(/^\d{15}$/);
const ref = z.string().regex(/^[A-Z0-9]{1,20}$/);

const tokenBody = z.strictObject({
  applicationKey: z.string().min(1),
  applicationSecret: z.string().min(1),
  authCode: z.string().optional(),
  state: z.string().optional(),
  codeChallenge: z.string().optional(),
});
const qrBody = z.strictObject({
  qrType: z.literal('PP'),
  ppType: z.literal('BILLERID'),
  ppId: billerId,
  amount,
  ref1: ref,
  ref2: ref.optional(),
  ref3: ref,
});
const inquiryQuery = z.strictObject({
  eventCode: z.literal(EVENT_CODE),
  transactionDate: z.iso.date(),
  billerId,
  reference1: ref,
  reference2: ref.optional(),
  amount: amount.optional(),
});
const slipQuery = z.strictObject({ sendingBank: z.string().regex(/^\d{3}$/) });
const slipParams = z.object({ transRef: z.string() });

export function scbRoutes(app: App, deps: ScbDeps): void {
  const tokens = new Tokens(deps.now, TOKEN_LIFE_S * 1000);
  const scope = (port: typeof GATEWAY | typeof SLIP, routes: (scope: App) => void): void => {
    app.register(async (plugin) => {
      const child = plugin.withTypeProvider<ZodTypeProvider>();
      const { body: failure } = ERRORS['9700'];
      const frame = { port, errors: ERRORS, badRequest, failure: failure as object, refusal: ERRORS['8102'] };
      emulate(child, frame, deps);
      child.addHook('preValidation', async ({ headers }) => {
        if (!headers.resourceownerid || !headers.requestuid) refuse('9100_header');
      });
      routes(child);
    });
  };
  const closed = (child: App): void => {
    child.addHook('preValidation', async ({ headers: { authorization } }) => {
      if (!authorization) refuse('9100');
      const [, token] = /^Bearer (.+)$/i.exec(authorization) ?? [];
      if (tokens.check(token) !== 'good') refuse('9300');
    });
  };
  scope(GATEWAY, (child) => tokenRoute(child, tokens, deps.now));
  scope(GATEWAY, (child) => {
    closed(child);
    qrRoute(child, deps);
    inquiryRoute(child, deps);
  });
  scope(SLIP, (child) => {
    closed(child);
    slipRoute(child, deps);
  });
}

function tokenRoute(app: App, tokens: Tokens, now: () => number): void {
  app.post(`${PATH}/oauth/token`, async ({ body }) => {
    const { applicationKey, applicationSecret } = read(tokenBody, body);
    const isKnown =
      isEqual(applicationKey, SCB.applicationKey) && isEqual(applicationSecret, SCB.applicationSecret);
    if (!isKnown) refuse('9500');
    return ok({
      accessToken: tokens.issue(),
      tokenType: 'Bearer',
      expiresIn: TOKEN_LIFE_S,
      expiresAt: Math.floor(now() / 1000) + TOKEN_LIFE_S,
    });
  });
}

function qrRoute(app: App, { scb, faults }: ScbDeps): void {
  app.post(`${PATH}/payment/qrcode/create`, async ({ body }) => {
    const { ppId, ref2 = '', ...qr } = read(qrBody, body);
    if (faults.planQuota(GATEWAY)) refuse('429');
    if (ppId !== SCB.billerId) refuse('8102');
    const { payload } = scb.createQr({ ...qr, billerId: ppId, ref2 });
    const png = await drawQr(payload);
    const picture = faults.planAlternate(GATEWAY) ? await sharp(png).gif().toBuffer() : png;
    return ok({ qrRawData: payload, qrImage: picture.toString('base64') });
  });
}

function inquiryRoute(app: App, { scb, faults }: ScbDeps): void {
  app.get(`${PATH}/payment/billpayment/inquiry`, async ({ query }) => {
    const { transactionDate: day, reference1: ref1, reference2: ref2, ...asked } = read(inquiryQuery, query);
    if (faults.planQuota(GATEWAY)) refuse('429');
    const paid = scb.inquire({ day, ref1, ref2, billerId: asked.billerId, amount: asked.amount });
    if (paid.length === 0 && !faults.planAlternate(GATEWAY)) refuse('1104');
    return ok(paid.map(inquiryView));
  });
}

function slipRoute(app: App, { scb, transfers, faults }: ScbDeps): void {
  const path = `${PATH}/payment/billpayment/transactions/:transRef`;
  app.get(path, { schema: { params: slipParams } }, async ({ params: { transRef }, query }) => {
    const { sendingBank } = read(slipQuery, query);
    const putOff = faults.planLookup(SLIP);
    if (putOff) refuse(putOff === 'quota' ? '429' : '1104');
    const paid = scb.find(transRef);
    const slip = paid ? billSlip(paid) : transferSlipOf(transfers, transRef);
    return slip?.sendingBank === sendingBank ? ok(slip) : refuse('1104');
  });
}

/** Returns a transfer's slip; undefined for an unknown one, and for one of a bank without slips. */
function transferSlipOf(transfers: BankTransfers, transRef: string) {
  const transfer = transfers.get(transRef);
  return transfer && bankInfo(transfer.fromBankCode)?.number ? transferSlip(transfer) : undefined;
}
