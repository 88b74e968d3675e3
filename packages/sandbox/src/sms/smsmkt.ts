/** The emulated SMSMKT. Its request is documented, of its answer only the names of the fields. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { SMSMKT } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import type { SmsInbox } from './inbox.ts';
import { phoneOf } from './phone-of.ts';

const PORT = 'sms:smsmkt';

const error = (status: number, code: string, detail: string): ServiceError => ({
  status,
  body: { code, detail, result: null },
});

/** The names and codes are the sandbox's own. */
const ERRORS = {
  unauthorized: error(401, '101', 'api_key or secret_key is wrong.'),
  bad_request: error(400, '102', 'A parameter is missing.'),
  no_credit: error(200, '103', 'Credit is not enough.'),
  bad_phone: error(200, '104', 'Phone is invalid.'),
};

const badRequest = (problem: string): ServiceError => error(400, '102', problem);

const messageForm = z.object({
  message: z.string().min(1, 'is missing'),
  phone: z.string().min(1, 'is missing'),
  sender: z.string().min(1, 'is missing'),
});

const MOBILE = /^(?:\+?66|0)[689]\d{8}$/;

export function smsmktRoutes(app: App, inbox: SmsInbox, deps: FrameDeps): void {
  emulate(
    app,
    {
      port: PORT,
      errors: ERRORS,
      badRequest,
      failure: { code: '500', detail: 'a fault of the sandbox', result: null },
      refusal: ERRORS.no_credit,
    },
    deps,
  );
  app.addHook('preValidation', async ({ headers }) => {
    const { api_key: apiKey, secret_key: secretKey } = headers;
    if (!isEqual(apiKey, SMSMKT.apiKey) || !isEqual(secretKey, SMSMKT.secretKey)) {
      throw new Refusal(ERRORS.unauthorized);
    }
  });
  app.post('/smsmkt/api/send-message', async ({ body }) => {
    const { message, phone } = readOr(messageForm, body, badRequest);
    if (deps.faults.planQuota(PORT)) throw new Refusal(ERRORS.no_credit);
    if (!MOBILE.test(phone)) throw new Refusal(ERRORS.bad_phone);
    const id = inbox.send({ reference: randomUUID(), to: phoneOf(phone), text: message });
    return { code: '000', detail: 'OK.', result: { message_id: id, phone } };
  });
}
