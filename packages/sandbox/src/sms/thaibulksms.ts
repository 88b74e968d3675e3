/**
 * The emulated ThaiBulkSMS, version 2 of its interface. The service has no idempotency key: each accepted call
 * sends one message.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { THAIBULKSMS } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isBasic } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import { partsOf } from './credits.ts';
import type { SmsInbox } from './inbox.ts';
import { phoneOf } from './phone-of.ts';

const PORT = 'sms:thaibulksms';
const FIRST_CREDIT = 100_000;

/** The shape is documented; the numbers and names are the sandbox's own. */
const error = (status: number, code: number, name: string, description: string): ServiceError => ({
  status,
  body: { error: { code, name, description } },
});

const ERRORS = {
  ERROR_UNAUTHORIZED: error(401, 101, 'ERROR_UNAUTHORIZED', 'The API key or secret is wrong.'),
  ERROR_VALIDATION: error(400, 104, 'ERROR_VALIDATION', 'A parameter is missing or wrong.'),
  ERROR_SENDER_NOT_ALLOWED: error(400, 107, 'ERROR_SENDER_NOT_ALLOWED', 'This sender is not registered.'),
  ERROR_INSUFFICIENT_CREDIT: error(400, 108, 'ERROR_INSUFFICIENT_CREDIT', 'There is too little credit.'),
  ERROR_TOO_MANY_REQUESTS: error(429, 112, 'ERROR_TOO_MANY_REQUESTS', 'Slow down.'),
};

const badRequest = (problem: string): ServiceError => error(400, 104, 'ERROR_VALIDATION', problem);

const messageForm = z.object({
  msisdn: z.string().min(1, 'is missing'),
  message: z.string().min(1, 'is missing'),
  sender: z.string().max(11).optional(),
  force: z.enum(['standard', 'corporate']).default('standard'),
  scheduled_delivery: z.string().optional(),
  shorten_url: z.enum(['true', 'false']).optional(),
  callback_url: z.string().optional(),
  tag: z.string().optional(),
});

const THAI_MOBILE = /^(?:\+?66|0)[689]\d{8}$/;

const international = (msisdn: string): string => msisdn.replace(/^\+/, '').replace(/^0/, '66');

export function thaibulksmsRoutes(app: App, inbox: SmsInbox, deps: FrameDeps): void {
  const credit = { standard: FIRST_CREDIT, corporate: FIRST_CREDIT };
  emulate(
    app,
    {
      port: PORT,
      errors: ERRORS,
      badRequest,
      failure: { error: { code: 500, name: 'ERROR_INTERNAL', description: 'a fault of the sandbox' } },
      refusal: ERRORS.ERROR_INSUFFICIENT_CREDIT,
    },
    deps,
  );
  app.addHook('preValidation', async ({ headers }) => {
    if (!isBasic(headers.authorization, THAIBULKSMS.apiKey, THAIBULKSMS.apiSecret)) {
      throw new Refusal(ERRORS.ERROR_UNAUTHORIZED);
    }
  });
  app.post('/thaibulksms/sms', async ({ body }, reply) => {
    const { msisdn, message, force } = readOr(messageForm, body, badRequest);
    if (deps.faults.planQuota(PORT)) throw new Refusal(ERRORS.ERROR_INSUFFICIENT_CREDIT);
    const asked = msisdn.split(',').map((number) => number.trim());
    const [good, bad] = [true, false].map((fits) => asked.filter((one) => THAI_MOBILE.test(one) === fits));
    const usedCredit = partsOf(message);
    const sent = (good ?? []).map((number) => ({
      number: international(number),
      message_id: inbox.send({ reference: randomUUID(), to: phoneOf(international(number)), text: message }),
      used_credit: usedCredit,
    }));
    const failed = (bad ?? []).map((number) => ({ number, message: 'MSISDN is invalid' }));
    credit[force] -= sent.length * usedCredit;
    reply.code(201);
    if (deps.faults.planAlternate(PORT)) return { data: sent, error: failed };
    return {
      remaining_credit: credit[force],
      total_use_credit: sent.length * usedCredit,
      credit_type: force,
      phone_number_list: sent,
      bad_phone_number_list: failed,
    };
  });
  app.get('/thaibulksms/credit', async () => ({ remaining_credit: { ...credit } }));
}
