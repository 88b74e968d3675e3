import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { pagePolicy } from './content-policy.ts';

const DAY_S = 86_400;

/** The operator's rules for browsers. */
export interface BrowserRules {
  /** Days of HSTS; 0 sends no header. */
  hstsDays: number;
  hstsSubdomains: boolean;
  /** Origins whose pages may embed the player app in a frame. */
  frameAncestors: readonly string[];
  /** Further origins that the app calls. */
  callTargets: readonly string[];
  /** Whether pages may ask for passkeys. */
  hasPasskeys: boolean;
  /** Further origins that the player app posts forms to. */
  formTargets: () => Promise<readonly string[]>;
}

export const DEFAULT_RULES: BrowserRules = {
  hstsDays: 0,
  hstsSubdomains: false,
  frameAncestors: [],
  callTargets: [],
  hasPasskeys: false,
  formTargets: async () => [],
};

/** The feature of passkeys. */
const PASSKEYS = 'publickey-credentials-get';

/** Features that neither the player app nor framed pages need. Videos may play and fill the screen. */
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
  PASSKEYS,
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const permissionsPolicy = ({ hasPasskeys }: BrowserRules): string =>
  DENIED_FEATURES.map(
    (feature) => `${feature}=${hasPasskeys && feature === PASSKEYS ? '(self)' : '()'}`,
  ).join(', ');

/** Adds the security headers to every reply. A route may set a stricter value. */
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
    // The older header takes no list: if some origins may embed us, only the policy applies.
    xFrameOptions: frameAncestors.length === 0 && { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  const formTargetsOf = callbackify(rules.formTargets);
  const ofPages = { ...usual, 'permissions-policy': permissionsPolicy(rules) };
  const ofCalls = { ...ofPages, 'content-security-policy': pagePolicy(), 'x-frame-options': 'DENY' };
  app.addHook('onRequest', (request, reply, done) => {
    // Only pages submit forms or are framed, and no page is below /api/.
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

/** Returns the headers that helmet sets on every request. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  return response.getHeaders();
}
