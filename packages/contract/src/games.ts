import { z } from 'zod';
import { defineArea, defineRoute } from './route.ts';
import { TEXT_MAX } from './limits.ts';

/**
 * Opening a game at its provider. A user name and password in a path must be the member's own at that
 * provider.
 */

const part = z.string().min(1).max(TEXT_MAX.token);
const byUsername = z.object({ username: part });
const byPassword = z.object({ username: part, password: part });
const link = z.object({ link: z.string() });
const errors = ['SLOT_NO_ACCOUNT', 'NO_GAME', 'REALITY_CHECK_DUE'] as const;

export const games = defineArea({
  'GET /api/autoLogin/pg/:username': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/pg/:username',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens PG for the member',
    params: byUsername,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/betflix/:username': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/betflix/:username',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens BETFLIX for the member',
    params: byUsername,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/askmebet/:username/:password': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/askmebet/:username/:password',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens ASKMEBET for the member',
    params: byPassword,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/imi/:username/:password': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/imi/:username/:password',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens IMI for the member',
    params: byPassword,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/usun/:username/:password': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/usun/:username/:password',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens USUN for the member',
    params: byPassword,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/areaslot/:username': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/areaslot/:username',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens AREASLOT for the member',
    params: byUsername,
    response: link,
    errors: [...errors, 'NOT_AREASLOT'],
    secret: true,
  }),
  'GET /api/autoLogin/circus/:username/:password': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/circus/:username/:password',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens CIRCUS for the member',
    params: byPassword,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/slotracha/:username/:password': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/slotracha/:username/:password',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens SLOTRACHA for the member',
    params: byPassword,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/pgslot/:username/:password': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/pgslot/:username/:password',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens PGSLOT for the member',
    params: byPassword,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/joker2/:username': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/joker2/:username',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens JOKER2 for the member',
    params: byUsername,
    response: link,
    errors,
    secret: true,
  }),
  'GET /api/autoLogin/huayhd/:username': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/huayhd/:username',
    access: 'member',
    closes: 'always',
    summary: 'A one-time link that opens HUAYHD for the member',
    params: byUsername,
    response: link,
    errors,
    secret: true,
  }),
});
