import { z } from 'zod';
import { amount, currency } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';

/** Reference data and operator content. */

const nothing = [] as const;

const bankItem = z.object({ code: z.string(), nameTH: z.string(), nameEN: z.string() });

const depositBank = z.object({
  bank: z.object({ nameTH: z.string(), nameEN: z.string() }),
  bankType: z.string(),
  bankCode: z.string(),
  mode: z.string(),
  bankAccountName: z.string(),
  bankAccountNo: z.string(),
  currency: z.string(),
  qrMaximum: amount
    .optional()
    .meta({ description: 'The most one QR asks for; only of an account paid by QR' }),
});

const depositWallet = z.object({
  walletAccountName: z.string(),
  displayName: z
    .string()
    .optional()
    .meta({ description: 'What the player reads in place of the account name, in their language' }),
  mode: z.string().optional(),
  walletAccountNo: z
    .string()
    .optional()
    .meta({ description: 'The number to send to; only of a wallet in mode AUTO' }),
});

const html = z.object({ html: z.string() });

export const lookup = defineArea({
  'GET /api/lookup/banks': defineRoute({
    method: 'GET',
    path: '/api/lookup/banks',
    access: 'public',
    summary: 'Banks a member may link',
    response: z.array(
      bankItem.extend({
        currencies: z
          .array(currency)
          .optional()
          .meta({ description: 'Where a member chooses between currencies: what accounts there may hold' }),
      }),
    ),
    errors: nothing,
  }),
  'GET /api/lookup/sources': defineRoute({
    method: 'GET',
    path: '/api/lookup/sources',
    access: 'public',
    summary: 'Where a new member may have heard of the operator',
    response: z.array(z.object({ code: z.string(), description: z.string() })),
    errors: nothing,
  }),
  'GET /api/lookup/info': defineRoute({
    method: 'GET',
    path: '/api/lookup/info',
    access: 'public',
    summary: 'Name and website of the operator, and the rule for new passwords',
    response: z.object({
      name: z.string(),
      website: z.string(),
      credential: z
        .object({
          minimum: z.int().meta({ description: 'Fewest characters' }),
          refusesEasy: z.boolean().meta({
            description: 'Common ones, and those made of the own phone or of names, are refused',
          }),
        })
        .optional()
        .meta({ description: 'What a new password must be' }),
    }),
    errors: nothing,
  }),
  'GET /api/lookup/contact': defineRoute({
    method: 'GET',
    path: '/api/lookup/contact',
    access: 'public',
    summary: 'How to reach the operator',
    response: z.object({
      text: z.string().optional(),
      link: z.string().optional(),
      qrcode: z.string().optional(),
    }),
    errors: nothing,
  }),
  'GET /api/lookup/active': defineRoute({
    method: 'GET',
    path: '/api/lookup/active',
    access: 'public',
    summary: 'Whether the site is open',
    response: z.object({
      isActive: z.boolean(),
      message: z
        .string()
        .optional()
        .meta({ description: 'While it is closed: the operator’s words about it' }),
    }),
    errors: nothing,
  }),
  'GET /api/lookup/registerOTP': defineRoute({
    method: 'GET',
    path: '/api/lookup/registerOTP',
    access: 'public',
    summary: 'Whether registration asks for a one-time code',
    response: z.object({ registerOTP: z.boolean() }),
    errors: nothing,
  }),
  'GET /api/lookup/enableChatWidget': defineRoute({
    method: 'GET',
    path: '/api/lookup/enableChatWidget',
    access: 'public',
    summary: 'Whether the chat widget is offered',
    response: z.object({ isActive: z.boolean() }),
    errors: nothing,
  }),
  'GET /api/lookup/howto': defineRoute({
    method: 'GET',
    path: '/api/lookup/howto',
    access: 'public',
    summary: 'How-to videos; a topic without a video has an empty url',
    response: z.array(
      z.object({ topic: z.enum(['wallet', 'play', 'balance', 'bonus', 'bonusCancel']), url: z.string() }),
    ),
    errors: nothing,
  }),
  'GET /api/lookup/deposit': defineRoute({
    method: 'GET',
    path: '/api/lookup/deposit',
    access: 'member',
    summary: 'Accounts a member may pay into',
    response: z.object({
      banks: z.array(depositBank),
      wallets: z.array(depositWallet),
      isManual: z.boolean(),
    }),
    errors: nothing,
  }),
  'GET /api/lookup/conditions': defineRoute({
    method: 'GET',
    path: '/api/lookup/conditions',
    access: 'member',
    summary: 'The conditions, as HTML',
    response: html,
    errors: nothing,
  }),
  'GET /api/lookup/agreements': defineRoute({
    method: 'GET',
    path: '/api/lookup/agreements',
    access: 'member',
    summary: 'The agreements, each a piece of HTML',
    response: z.array(z.string()),
    errors: nothing,
  }),
  'GET /api/lookup/notice': defineRoute({
    method: 'GET',
    path: '/api/lookup/notice',
    access: 'member',
    summary: 'The bonus notice, with a percentFail placeholder',
    response: z.object({ text: z.string() }),
    errors: nothing,
  }),
  'GET /api/lookup/withdraw': defineRoute({
    method: 'GET',
    path: '/api/lookup/withdraw',
    access: 'member',
    summary: 'Limits of a withdrawal, both inclusive',
    response: z.object({ withdrawMin: amount, withdrawMax: amount }),
    errors: nothing,
  }),
  'GET /api/lookup/slip': defineRoute({
    method: 'GET',
    path: '/api/lookup/slip',
    access: 'member',
    summary: 'Daily windows, in Asia/Bangkok time, in which slips are not taken',
    response: z.object({ windows: z.array(z.object({ from: z.string(), to: z.string() })) }),
    errors: nothing,
  }),
});
