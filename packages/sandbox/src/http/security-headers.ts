import type { App } from './types.ts';

/**
 * Default policy: nothing from other origins, nothing inline, no framing. A page that needs another policy
 * sets its own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function securityHeaders(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', POLICY);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
