import { describe, expect, it } from 'vitest';
import { createLogger } from '../kernel/logger.ts';
import { createApp } from './app.ts';
import { DEFAULT_RULES, type BrowserRules } from './security-headers.ts';

/** Returns the headers of a page or call under changed operator rules. */
async function headersOf(rules: Partial<BrowserRules>, url = '/page'): Promise<Record<string, unknown>> {
  const app = await createApp(createLogger('silent'), { rules: { ...DEFAULT_RULES, ...rules } });
  app.get(url, () => 'words');
  const { headers } = await app.inject({ method: 'GET', url });
  await app.close();
  return headers;
}

const directive = (headers: Record<string, unknown>, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1];

describe('every reply', () => {
  it('lets no script run but our own files, and nothing be made of text', async () => {
    const headers = await headersOf({});
    expect(directive(headers, 'default-src')).toBe("'self'");
    // Compiling WebAssembly is allowed; `eval` is not.
    expect(directive(headers, 'script-src')).toBe("'self' 'wasm-unsafe-eval'");
    expect(directive(headers, 'script-src-attr')).toBe("'none'");
    expect(directive(headers, 'style-src')).toBe("'self'");
    expect(directive(headers, 'worker-src')).toBe("'self'");
    expect(directive(headers, 'manifest-src')).toBe("'self'");
    expect(directive(headers, 'object-src')).toBe("'none'");
    expect(directive(headers, 'base-uri')).toBe("'none'");
    expect(String(headers['content-security-policy'])).not.toMatch(/'unsafe-(inline|eval|hashes)'/);
  });

  it('may show pictures, films and framed pages of any site over TLS', async () => {
    const headers = await headersOf({});
    expect(directive(headers, 'img-src')).toBe("'self' data: https:");
    expect(directive(headers, 'media-src')).toBe("'self' https:");
    expect(directive(headers, 'frame-src')).toBe('https:');
  });

  it('keeps addresses, windows and the devices of the phone to itself', async () => {
    const headers = await headersOf({});
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(headers['permissions-policy']).toContain(`${feature}=()`);
    expect(headers['permissions-policy']).not.toMatch(/fullscreen|autoplay|clipboard/);
  });

  it('asks browsers to insist on TLS when the operator wants it, for as long as they want it', async () => {
    const of = async (rules: Partial<BrowserRules>) => (await headersOf(rules))['strict-transport-security'];
    expect(await of({})).toBeUndefined();
    expect(await of({ hstsSubdomains: true })).toBeUndefined();
    expect(await of({ hstsDays: 365 })).toBe('max-age=31536000');
    expect(await of({ hstsDays: 1, hstsSubdomains: true })).toBe('max-age=86400; includeSubDomains');
  });

  it('may be framed by nobody, in the old words and in the new', async () => {
    const headers = await headersOf({});
    expect(directive(headers, 'frame-ancestors')).toBe("'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('may be framed by the origins of the setting, a page alone, and the old words keep out of it', async () => {
    const rules = { frameAncestors: ['https://portal.example', 'https://m.portal.example:8443'] };
    const page = await headersOf(rules);
    expect(directive(page, 'frame-ancestors')).toBe('https://portal.example https://m.portal.example:8443');
    expect(page['x-frame-options']).toBeUndefined();
    const call = await headersOf(rules, '/api/call');
    expect(directive(call, 'frame-ancestors')).toBe("'none'");
    expect(call['x-frame-options']).toBe('DENY');
  });

  it('lets a page call its own server, by socket too, and the chat when that is elsewhere', async () => {
    expect(directive(await headersOf({}), 'connect-src')).toBe("'self'");
    const callTargets = ['https://wallet.example', 'http://chat.example:81'];
    expect(directive(await headersOf({ callTargets }), 'connect-src')).toBe(
      "'self' https://wallet.example wss://wallet.example http://chat.example:81 ws://chat.example:81",
    );
  });
});
