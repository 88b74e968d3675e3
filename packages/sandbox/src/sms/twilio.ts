/** The emulated messages of Twilio: sending, looking one up, and the account's balance. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { TWILIO } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isBasic, isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import { partsOf } from './credits.ts';
import type { SmsInbox } from './inbox.ts';
import { phoneOf } from './phone-of.ts';

const PORT = 'sms:twilio';
const ACCOUNT = '/twilio/2010-04-01/Accounts/:sid';
const KEPT = 1_000;

const error = (status: number, code: number, message: string): ServiceError => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

const ERRORS = {
  20003: error(401, 20003, 'Authenticate'),
  20404: error(404, 20404, 'The requested resource was not found'),
  20429: error(429, 20429, 'Too Many Requests'),
  21211: error(400, 21211, "Invalid 'To' Phone Number"),
  21212: error(400, 21212, "Invalid 'From' Number"),
  21408: error(400, 21408, 'Permission to send an SMS has not been enabled for the region'),
  21602: error(400, 21602, 'Message body is required.'),
  21603: error(400, 21603, "A 'From' phone number is required."),
  21604: error(400, 21604, "A 'To' phone number is required."),
  21610: error(400, 21610, 'Attempt to send to unsubscribed recipient'),
  21617: error(400, 21617, 'The concatenated message body exceeds the 1600 character limit'),
  30001: error(429, 30001, 'Queue overflow'),
};

const badRequest = (problem: string): ServiceError => error(400, 20001, problem);

const messageForm = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().optional(),
  StatusCallback: z.string().optional(),
});

const E164 = /^\+[1-9]\d{7,14}$/;
const MAX_BODY = 1_600;

type Message = Readonly<Record<string, unknown>> & { readonly sid: string };

function check({ To, From, MessagingServiceSid, Body }: z.output<typeof messageForm>): void {
  if (!To) throw new Refusal(ERRORS[21604]);
  if (!E164.test(To)) throw new Refusal(ERRORS[21211]);
  if (!Body) throw new Refusal(ERRORS[21602]);
  if (Body.length > MAX_BODY) throw new Refusal(ERRORS[21617]);
  if (!From && !MessagingServiceSid) throw new Refusal(ERRORS[21603]);
  const isOwn = MessagingServiceSid
    ? MessagingServiceSid === TWILIO.messagingServiceSid
    : From === TWILIO.from;
  if (!isOwn) throw new Refusal(ERRORS[21212]);
}

function toMessage(form: z.output<typeof messageForm>, atMs: number): Message {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const date = new Date(atMs).toUTCString().replace('GMT', '+0000');
  return {
    sid,
    account_sid: TWILIO.accountSid,
    api_version: '2010-04-01',
    body: form.Body,
    date_created: date,
    date_updated: date,
    date_sent: null,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: form.MessagingServiceSid ? null : form.From,
    messaging_service_sid: form.MessagingServiceSid ?? null,
    num_media: '0',
    num_segments: String(partsOf(form.Body ?? '')),
    price: null,
    price_unit: 'USD',
    status: form.MessagingServiceSid ? 'accepted' : 'queued',
    to: form.To,
    uri: `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages/${sid}.json`,
  };
}

export function twilioRoutes(app: App, inbox: SmsInbox, deps: FrameDeps): void {
  const messages = new Map<string, Message>();
  emulate(
    app,
    {
      port: PORT,
      errors: ERRORS,
      badRequest,
      failure: { code: 20500, message: 'Internal Server Error', status: 500 },
      refusal: ERRORS[21610],
    },
    deps,
  );
  app.addHook<{ Params: { sid?: string } }>('preValidation', async ({ headers, params }) => {
    const isKnown = isBasic(headers.authorization, TWILIO.accountSid, TWILIO.authToken);
    if (!isKnown || !isEqual(params.sid, TWILIO.accountSid)) throw new Refusal(ERRORS[20003]);
  });
  app.post(`${ACCOUNT}/Messages.json`, async ({ body }, reply) => {
    const form = readOr(messageForm, body, badRequest);
    check(form);
    if (deps.faults.planQuota(PORT)) throw new Refusal(ERRORS[20429]);
    const message = toMessage(form, deps.now());
    inbox.send({ reference: message.sid, to: phoneOf(form.To ?? ''), text: form.Body ?? '' });
    messages.set(message.sid, message);
    const [oldest] = messages.keys();
    if (messages.size > KEPT && oldest !== undefined) messages.delete(oldest);
    reply.code(201);
    return message;
  });
  app.get<{ Params: { message: string } }>(`${ACCOUNT}/Messages/:message.json`, async ({ params }) => {
    const message = messages.get(params.message);
    if (!message) throw new Refusal(ERRORS[20404]);
    return { ...message, status: 'delivered' };
  });
  app.get(`${ACCOUNT}/Balance.json`, async () => ({
    account_sid: TWILIO.accountSid,
    balance: '100.00',
    currency: 'USD',
  }));
}
