/** Opn's calls about sources and charges, the search, and the picture of a QR. */
import { toString as drawQr } from 'qrcode';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { Faults } from '../faults/faults.ts';
import { listOf, nested } from '../services/nested-form.ts';
import type { OpnChargeRecord } from '../store/opn-records.ts';
import type { OpnCharges } from './charges.ts';
import { ERRORS, read, refuse, refuseRequest } from './errors.ts';
import { baht, idParams, metadata, optionalText, satang } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { sourceView } from './views.ts';

const PATH = '/opn';
const PORT = 'gateway:opn';
/** From 20 to 150,000 baht for PromptPay (C). */
const [LEAST, MOST] = [2_000n, 15_000_000n];
/** The documentation names a default for some ways to pay; a day is assumed. */
const CHARGE_LIFE_MS = 86_400_000;
const MAX_FOUND = 100;
const FOUND = 30;

const promptpay = z.object({ type: z.literal('promptpay') });
const sourceBody = z.object({ type: z.literal('promptpay'), amount: satang, currency: baht });
const chargeBody = z.object({
  amount: satang,
  currency: baht,
  source: z.union([z.string(), promptpay]),
  description: optionalText,
  metadata,
  return_uri: optionalText,
  expires_at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
});
const searchQuery = z.object({
  scope: z.literal('charge'),
  query: z.string().max(500).default(''),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_FOUND).default(FOUND),
});
const pictureParams = z.object({ id: z.string(), documentId: z.string(), downloadKey: z.string() });

export interface ChargeDeps {
  readonly charges: OpnCharges;
  readonly faults: Faults;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** `POST /sources`, which the operator's page may call with the public key. */
export function sourceRoute(app: App, { charges }: ChargeDeps): void {
  app.post(`${PATH}/sources`, async ({ body }) => {
    const { amount } = read(sourceBody, fieldsOf(body));
    return sourceView(charges.addSource(amount));
  });
}

export function chargeRoutes(app: App, deps: ChargeDeps): void {
  const { charges, faults, now } = deps;
  const show = (charge: OpnChargeRecord): object => {
    const view = charges.view(charge);
    return faults.planAlternate(PORT) ? olderVersion(view) : view;
  };
  const get = (id: string): OpnChargeRecord => charges.find(id) ?? refuse('not_found');

  app.post(`${PATH}/charges`, async ({ body }) => {
    const {
      source,
      expires_at: expiresAt = now() + CHARGE_LIFE_MS,
      ...charge
    } = read(chargeBody, fieldsOf(body));
    if (faults.planQuota(PORT)) refuse('too_many_requests');
    const { amount } = charge;
    if (amount < LEAST || amount > MOST) refuseRequest(`amount must be from ${LEAST} to ${MOST}`);
    if (expiresAt <= now()) refuseRequest('expires_at must be in the future');
    const sourceId = typeof source === 'string' ? sourceFor(charges, source, amount) : null;
    return show(
      charges.create({
        amount,
        sourceId,
        expiresAt,
        description: charge.description ?? null,
        metadata: charge.metadata,
        returnUri: charge.return_uri ?? null,
      }),
    );
  });

  app.get(`${PATH}/charges/:id`, { schema: { params: idParams } }, async ({ params }) =>
    show(get(params.id)),
  );

  app.post(`${PATH}/charges/:id/expire`, { schema: { params: idParams } }, async ({ params }) =>
    show(charges.expire(get(params.id)) ?? refuse('failed_expire')),
  );

  app.get(`${PATH}/charges`, async ({ query }) => {
    const { entries, ...page } = pageOf(charges.list(), read(listQuery, query), now());
    return { object: 'list', location: '/charges', ...page, data: entries.map(show) };
  });

  searchRoute(app, charges, show);
}

/** Newest first, though the documentation also names the other order as the default. */
function searchRoute(app: App, charges: OpnCharges, show: (charge: OpnChargeRecord) => object): void {
  app.get(`${PATH}/search`, async ({ query }) => {
    const { page, per_page: perPage, scope, query: text } = read(searchQuery, query);
    const found = charges
      .list()
      .reverse()
      .filter((charge) => isAbout(charge, text));
    return {
      object: 'search',
      location: '/search',
      order: 'reverse_chronological',
      scope,
      query: text,
      filters: {},
      page,
      per_page: perPage,
      total_pages: Math.ceil(found.length / perPage),
      total: found.length,
      data: found.slice((page - 1) * perPage, page * perPage).map(show),
    };
  });
}

/** The picture of a charge's QR, which needs no key: pages show it from its address. An SVG (C). */
export function pictureRoute(app: App, charges: OpnCharges): void {
  app.get(
    `${PATH}/charges/:id/documents/:documentId/downloads/:downloadKey`,
    { schema: { params: pictureParams } },
    async ({ params: { id, documentId, downloadKey } }, reply) => {
      const charge = charges.find(id);
      if (charge?.documentId !== documentId || charge.downloadKey !== downloadKey) {
        return reply.code(404).send(ERRORS.not_found.body);
      }
      const svg = await drawQr(charges.payloadOf(charge), { type: 'svg', margin: 2 });
      return reply
        .type('image/svg+xml')
        .header('content-disposition', 'inline; filename="qrcode_test.svg"')
        .send(svg);
    },
  );
}

/** Returns a request's fields: a form's brackets, or JSON as it is. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  nested((body ?? {}) as Record<string, unknown>);

/** Returns the id of a source that can be charged this amount. @throws Refusal */
function sourceFor(charges: OpnCharges, id: string, amount: bigint): string {
  const source = charges.source(id) ?? refuse('not_found');
  if (charges.isUsed(id)) refuseRequest('source was already used');
  if (source.amountMinor !== amount) refuseRequest('source amount does not match the charge amount');
  return id;
}

/** The documentation names the attributes a query searches: those of a charge by PromptPay are these (C). */
const isAbout = ({ id, description, metadata: told }: OpnChargeRecord, text: string): boolean =>
  [id, description, ...((listOf(told) as unknown[]) ?? [])].some(
    (value) => typeof value === 'string' && value.includes(text),
  );

/** A charge as the API version 2017-11-02 has it: `created` in place of `created_at`, the currency in small letters. */
function olderVersion({ created_at: created, currency, ...charge }: ReturnType<OpnCharges['view']>): object {
  return { ...charge, currency: currency.toLowerCase(), created };
}
