import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { pagePolicy } from './content-policy.ts';

const DAY_S = 86_400;

/** How browsers are to treat what we serve, as far as an operator decides it. */
export interface BrowserRules {
  /** Days for which browsers insist on TLS; 0 says nothing of it. */
  hstsDays: number;
  hstsSubdomains: boolean;
  /** Origins whose pages may hold the player app in a frame. */
  frameAncestors: readonly string[];
  /** Origins that the app calls beside its own. */
  callTargets: readonly string[];
  /** Origins that the player app posts forms to, beside its own. */
  formTargets: () => Promise<readonly string[]>;
}

export const DEFAULT_RULES: BrowserRules = {
  hstsDays: 0,
  hstsSubdomains: false,
  frameAncestors: [],
  callTargets: [],
  formTargets: async () => [],
};

/** What neither we nor a page in a frame of ours has any use for. Videos may play, and fill the screen. */
const DENIED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const PERMISSIONS_POLICY = DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** Puts the headers on every reply that tell browsers what they may do with it. A route may say something stricter. */
export function addSecurityHeaders(app: FastifyInstance, rules: BrowserRules): void {
  const { hstsDays, hstsSubdomains, frameAncestors, callTargets } = rules;
  const usual = headersOf({
    contentSecurityPolicy: false,
    strictTransportSecurity: hstsDays > 0 && {
      maxAge: hstsDays * DAY_S,
      includeSubDomains: hstsSubdomains,
      preload: false,
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // The older header knows no list: where some may frame us, the policy alone says who.
    xFrameOptions: frameAncestors.length === 0 && { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  const formTargetsOf = callbackify(rules.formTargets);
  const ofPages = { ...usual, 'permissions-policy': PERMISSIONS_POLICY };
  const ofCalls = { ...ofPages, 'content-security-policy': pagePolicy(), 'x-frame-options': 'DENY' };
  app.addHook('onRequest', (request, reply, done) => {
    // Only a page can post a form or be framed, and no page of ours is beneath /api/.
    if (request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/')) {
      reply.headers(ofCalls);
      done();
      return;
    }
    reply.headers(ofPages);
    formTargetsOf((error, formTargets) => {
      if (!error)
        reply.header('content-security-policy', pagePolicy({ formTargets, frameAncestors, callTargets }));
      done(error ?? undefined);
    });
  });
}

/** What helmet says to every request alike. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  return response.getHeaders();
}
