import { chatContent } from '@krapao/contract/chat';
import { z } from 'zod';
import type { Webhooks } from '../../http/openapi.ts';
import {
  BANK_CALLBACK,
  DESK_CALLBACK,
  EWALLET_CALLBACK,
  GATEWAY_CALLBACK,
  PROVIDER_CALLBACK,
} from './routes.ts';

const text = { type: 'string' };

/** Headers of every callback, in the sandbox's format. */
const SIGNED = [
  {
    name: 'x-timestamp',
    in: 'header',
    required: true,
    description: 'Milliseconds since 1970, at most five minutes off',
    schema: { type: 'string' },
  },
  {
    name: 'x-signature',
    in: 'header',
    required: true,
    description:
      'HMAC-SHA256 in hex of `TIMESTAMP.POST.PATH.BODY` under the secret shared with the counterparty',
    schema: { type: 'string' },
  },
];

const failed = (code: string, description: string): object => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { message: { type: 'string', enum: [code] } },
        required: ['message'],
      },
    },
  },
});

function webhook(
  summary: string,
  about: {
    properties: object;
    required: readonly string[];
    parameters?: readonly object[];
    /** Error responses of this callback only, by status. */
    failures?: object;
    /** Headers that sign it. */
    signed?: readonly object[];
  },
): object {
  const { properties, required, parameters = [], failures = {}, signed = SIGNED } = about;
  return {
    post: {
      summary,
      parameters: [...parameters, ...signed],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', properties, required } } },
      },
      responses: {
        200: {
          description: 'Taken in; the same callback may come again',
          content: {
            'application/json': { schema: { type: 'object', properties: { message: text } } },
          },
        },
        ...failures,
        401: failed('UNAUTHORIZED', 'Not signed by the counterparty, or not a callback of this kind'),
        413: failed('KEY_INVALID', 'The body is too large'),
        415: failed('KEY_INVALID', 'The body is no JSON'),
        429: failed('REQUEST_LIMIT', 'Too many callbacks from this address that were not genuine'),
        500: failed('INTERNAL_SERVER_ERROR', 'A fault of ours; send it again'),
        503: failed('SERVICE_UNAVAILABLE', 'The database is away; send it again'),
      },
    },
  };
}

/** The question of a provider that was shown a session of ours. It is a form, and proves itself by its fields. */
const VERIFY_SESSION = {
  post: {
    summary: 'A game provider asks whose session it was shown',
    parameters: [
      { name: 'code', in: 'path', required: true, description: 'The provider’s code', schema: text },
    ],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            properties: { operator_token: text, secret_key: text, operator_player_session: text },
            required: ['operator_token', 'secret_key', 'operator_player_session'],
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The player, or an error of the provider’s own shape',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      401: failed('UNAUTHORIZED', 'Not asked by the provider'),
      429: failed('REQUEST_LIMIT', 'Too many callbacks from this address that were not genuine'),
      503: failed('SERVICE_UNAVAILABLE', 'The provider is not connected'),
    },
  },
};

/** Webhooks of gateways, the bank, game providers and the support desk for the OpenAPI document. */
export const WEBHOOKS: Webhooks = {
  [`${PROVIDER_CALLBACK}{code}/VerifySession`]: VERIFY_SESSION,
  [`${GATEWAY_CALLBACK}{provider}`]: webhook('A gateway tells of a payment by QR code', {
    parameters: [
      { name: 'provider', in: 'path', required: true, description: 'The gateway’s code', schema: text },
    ],
    properties: {
      event: { const: 'payment' },
      paymentId: { type: 'string', description: 'The payment at the gateway' },
      reference: { type: 'string', description: 'The order that was paid' },
      amount: { type: 'string', description: 'Baht or kip, with two decimals' },
      paidAt: { type: 'string', format: 'date-time' },
    },
    required: ['event', 'paymentId', 'reference', 'amount', 'paidAt'],
    failures: { 400: failed('KEY_INVALID', 'The payment was told of before, with another amount') },
  }),
  [BANK_CALLBACK]: webhook('The bank tells what became of a payout', {
    properties: {
      event: { const: 'payout' },
      reference: { type: 'string', description: 'The payout: the id of the withdrawal' },
      status: { enum: ['accepted', 'done', 'refused'] },
    },
    required: ['event', 'reference', 'status'],
  }),
  [EWALLET_CALLBACK]: webhook('The digital wallet tells of a transfer, where it has no feed', {
    properties: {
      message: { type: 'string', description: 'A JWT, signed by HS256 under the wallet’s secret' },
    },
    required: ['message'],
    signed: [],
  }),
  [DESK_CALLBACK]: webhook('The support desk answers in the chat', {
    properties: {
      id: {
        type: 'string',
        format: 'uuid',
        description: 'The answer: the same id again is the same message',
      },
      room: { type: 'string', description: 'Whose conversation it is' },
      name: { type: 'string', description: 'Who of the staff writes' },
      message: z.toJSONSchema(chatContent, { io: 'input' }),
    },
    required: ['id', 'room', 'message'],
    failures: {
      400: failed('KEY_INVALID', 'The id is no UUID, or the message is none'),
      404: failed('NO_DATA', 'There is no such conversation'),
    },
  }),
};
