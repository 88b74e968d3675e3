import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from './errors.ts';
import type { RouteSpec } from './route.ts';
import { routes } from './routes.ts';

const entries: [string, RouteSpec][] = Object.entries(routes);

describe('the routes', () => {
  it.each(entries)('%s is keyed by its method and path', (key, spec) => {
    expect(key).toBe(`${spec.method} ${spec.path}`);
    expect(spec.path).toMatch(/^\/api(\/:?[A-Za-z][A-Za-z0-9-]*)+\/?$/);
  });

  it.each(entries)(
    '%s has a schema for each part of its path, and for nothing else',
    (_key, { path, params }) => {
      const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
      expect(Object.keys(params?.shape ?? {})).toEqual(named);
    },
  );

  it.each(entries)('%s takes a body only where one can be sent', (_key, { method, body }) => {
    if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined();
  });

  it.each(entries)('%s says what it does and fails with errors only', (_key, { summary, errors }) => {
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    expect(new Set(errors).size).toBe(errors.length);
    for (const code of errors) expect(ERROR_STATUS[code]).toBeGreaterThanOrEqual(400);
  });

  it.each(entries.filter(([, { mutates }]) => mutates))(
    '%s is marked as changing state, being a GET',
    (_key, spec) => {
      expect(spec.method).toBe('GET');
      expect(spec.access).toBe('member');
    },
  );

  it('are all there that the main job needs', () => {
    expect(Object.keys(routes)).toEqual(
      expect.arrayContaining([
        'POST /api/login',
        'POST /api/account/validate',
        'POST /api/account',
        'GET /api/account/profile',
        'POST /api/otp/send',
        'POST /api/otp/verify',
        'GET /api/qrcode/:provider',
        'POST /api/qrcode/:provider',
        'DELETE /api/qrcode/:qrcodeId',
        'GET /api/wallet',
        'GET /api/wallet/refresh/slot',
        'GET /api/wallet/activate/:slotCode',
        'GET /api/wallet/account/:slotCode',
        'GET /api/wallet/resetpassword/:slotCode',
        'POST /api/wallet/transfer',
        'POST /api/wallet/transferAll',
        'POST /api/wallet/withdraw',
        'POST /api/statement',
        'GET /api/autoLogin/pg/:username',
      ]),
    );
  });
});
