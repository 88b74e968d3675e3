/** The house's protocol: its ports, their calls, answers and callbacks. */
import type { z } from 'zod';
import * as replies from './replies.ts';

export interface Call {
  /** One line: what the call does, and what a repeat does. */
  readonly about: string;
  /** Status of the answer below; 200 if left out. */
  readonly status?: number;
  readonly reply: z.ZodType;
  /** Codes of refusals beside the common ones. */
  readonly errors?: readonly ErrorCode[];
}

export interface Port {
  readonly title: string;
  readonly about: string;
  /** Where the sandbox has it. A service of an operator has the calls below an address of its own. */
  readonly prefix: string;
  /** By method and path below the address. */
  readonly calls: Readonly<Record<string, Call>>;
  /** Calls that the service makes to the `callbackUrl` of a request. */
  readonly callbacks?: Readonly<Record<string, { readonly about: string; readonly body: z.ZodType }>>;
}

/** Refusals: their HTTP status and meaning. */
export const ERRORS = {
  bad_body: [400, 'the request is not as described; nothing was done'],
  bad_signature: [401, 'the signature is missing or wrong, or the time stamp is over five minutes off'],
  not_found: [404, 'nothing has this reference'],
  no_player: [404, 'there is no such player'],
  reference_conflict: [422, 'the reference stands for another request; nothing was done'],
  maintenance: [503, 'closed for maintenance; nothing was done'],
} as const satisfies Record<string, readonly [number, string]>;
export type ErrorCode = keyof typeof ERRORS;

/** Refusals of every call. */
export const COMMON_ERRORS: readonly ErrorCode[] = ['bad_body', 'bad_signature'];

const MAY_BE_CLOSED = ['maintenance'] as const;
const OF_PLAYER = ['no_player', 'maintenance'] as const;

export const PORTS = {
  'game-provider': {
    title: 'Game provider',
    about:
      'Keeps players’ credit, in one currency. Transfers carry our reference and can be looked up by it. It makes no callbacks.',
    prefix: '/provider/:code',
    calls: {
      'POST /players': {
        about: 'Creates a player. An existing one stays as it is, with its password.',
        reply: replies.created,
        errors: MAY_BE_CLOSED,
      },
      'POST /players/:username/password': {
        about: 'Sets the password with which the player signs in at the provider.',
        reply: replies.done,
        errors: OF_PLAYER,
      },
      'POST /players/:username/logout': {
        about:
          'Ends the player’s open games, so that no credit stays on a table. The body is {}. A player who does not play, or is not known, is done.',
        reply: replies.done,
        errors: MAY_BE_CLOSED,
      },
      'GET /players/:username/balance': {
        about: 'Returns the player’s credit.',
        reply: replies.balance,
        errors: OF_PLAYER,
      },
      'GET /players/:username/turnover': {
        about: 'Returns the player’s stakes and winnings of all time. Krapao does not call it.',
        reply: replies.totals,
        errors: OF_PLAYER,
      },
      'POST /transfers': {
        about:
          'Adds credit (deposit) or takes it (withdraw), once for each reference: a repeat answers the first result with the balance of that time, and a refusal stays a refusal. An unknown player is refused with no_player and status 200.',
        reply: replies.transferResult,
        errors: ['reference_conflict', 'maintenance'],
      },
      'GET /transfers/:reference': {
        about: 'Returns a transfer, done or refused.',
        reply: replies.transfer,
        errors: ['not_found', 'maintenance'],
      },
      'GET /transfers': {
        about:
          'Lists a player’s transfers since a time and including it, done and refused, in any order. An unknown player has none.',
        reply: replies.transfers,
        errors: MAY_BE_CLOSED,
      },
      'POST /launch': {
        about:
          'Returns an address that opens the games for the player in a browser. Its first opening uses it up; it lasts a minute or more. lang is th, la (Lao) or en. The password may be ignored.',
        reply: replies.launched,
        errors: OF_PLAYER,
      },
      'GET /turnover': {
        about:
          'Reports every settled round in the order in which it was recorded, from a cursor on, empty for the beginning. At most limit entries, 100 if it is left out, and hasMore where more wait. An entry never changes, and none is left out behind a cursor; a correction is an entry of its own. An unknown cursor counts as the beginning.',
        reply: replies.turnoverPage,
        errors: MAY_BE_CLOSED,
      },
      'GET /health': { about: 'Says that the provider is up.', reply: replies.up, errors: MAY_BE_CLOSED },
    },
  },
  'qr-gateway': {
    title: 'QR gateway',
    about: 'Makes payment QR codes and reports payments by callback.',
    prefix: '/gateway/:provider',
    calls: {
      'POST /orders': {
        about: 'Opens an order. The same reference with the same content gives the same order.',
        reply: replies.order,
        errors: ['reference_conflict'],
      },
      'GET /orders/:reference': {
        about: 'Returns an order with its payments. A QR can be paid late, and more than once.',
        reply: replies.paidOrder,
        errors: ['not_found'],
      },
      'POST /orders/:reference/cancel': {
        about: 'Cancels an open order; any other stays as it is.',
        reply: replies.cancelled,
        errors: ['not_found'],
      },
      'GET /payments': { about: 'Lists all payments since a time.', reply: replies.payments },
    },
    callbacks: {
      payment: {
        about: 'A payment came in. Repeated with growing pauses until the answer is 2xx.',
        body: replies.paymentCallback,
      },
    },
  },
  'payout-bank': {
    title: 'Payout bank',
    about: 'Pays members out, and reports its decision by callback.',
    prefix: '/bank',
    calls: {
      'POST /payouts': {
        about: 'Takes an order, once for each reference.',
        reply: replies.acceptedPayout,
        errors: ['reference_conflict'],
      },
      'GET /payouts/:reference': {
        about: 'Returns a payout and its state.',
        reply: replies.payout,
        errors: ['not_found'],
      },
    },
    callbacks: {
      payout: {
        about: 'The bank has decided. Repeated with growing pauses until the answer is 2xx.',
        body: replies.payoutCallback,
      },
    },
  },
  'bank-feed': {
    title: 'Bank feed',
    about: 'Reports what came in at the operator’s bank accounts. Shares its address with the payout bank.',
    prefix: '/bank',
    calls: {
      'GET /feed': {
        about:
          'Lists incoming transfers from a cursor on. An entry may come twice or late, and none may be left out.',
        reply: replies.bankFeed,
      },
    },
  },
  'ewallet-feed': {
    title: 'Digital wallet feed',
    about: 'Reports what came in at the operator’s digital wallets.',
    prefix: '/ewallet',
    calls: {
      'GET /feed': { about: 'Lists incoming transfers from a cursor on.', reply: replies.walletFeed },
    },
  },
  'slip-lookup': {
    title: 'Slip look-up',
    about: 'Confirms the transfer behind a slip’s QR code.',
    prefix: '/slip',
    calls: {
      'POST /lookup': {
        about: 'Looks up a transfer by the sending bank’s number and reference.',
        reply: replies.slipAnswer,
      },
    },
  },
  'gift-wallet': {
    title: 'Gift links',
    about: 'Redeems vouchers for the operator’s wallet. Its own codes decide, not the HTTP status.',
    prefix: '/gift',
    calls: {
      'GET /campaign/vouchers/:code/verify': {
        about: 'Returns a voucher, and the ticket of a number if it has one.',
        reply: replies.giftAnswer,
      },
      'POST /campaign/vouchers/:code/redeem': {
        about: 'Takes a share of a voucher, once for each number.',
        reply: replies.giftAnswer,
      },
    },
  },
  sms: {
    title: 'Text messages',
    about: 'Sends one-time codes.',
    prefix: '/sms',
    calls: {
      'POST /messages': {
        about: 'Sends a message, once for each reference.',
        status: 202,
        reply: replies.sent,
      },
    },
  },
  'support-desk': {
    title: 'Support desk',
    about: 'Takes customers’ messages, and sends answers by callback.',
    prefix: '/desk',
    calls: {
      'POST /messages': { about: 'Takes a message, once for each id.', status: 202, reply: replies.sent },
    },
    callbacks: {
      answer: {
        about: 'An answer for a room. Answers of a room come in their order.',
        body: replies.deskCallback,
      },
    },
  },
} as const satisfies Record<string, Port>;
export type PortName = keyof typeof PORTS;
export const PORT_NAMES = Object.keys(PORTS) as PortName[];
