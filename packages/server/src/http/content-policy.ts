/** The Content-Security-Policy of our pages. */

type Directives = Readonly<Record<string, readonly string[]>>;

const write = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** The parts that differ between operators. */
export interface PagePolicyParts {
  /** Origins of games' log-in forms. */
  formTargets?: readonly string[];
  /** Origins whose pages may embed ours in a frame. */
  frameAncestors?: readonly string[];
  /** Origins called beside our own: the realtime chat, if it is elsewhere. */
  callTargets?: readonly string[];
}

/** Returns the policy of the player app and of everything served beside it. */
export const pagePolicy = ({
  formTargets = [],
  frameAncestors = [],
  callTargets = [],
}: PagePolicyParts = {}): string =>
  write({
    'default-src': ["'self'"],
    // WebAssembly reads the QR code of a slip before it is sent.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'script-src-attr': ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'", 'data:'],
    'img-src': ["'self'", 'data:', 'https:'],
    'media-src': ["'self'", 'https:'],
    'frame-src': ['https:'],
    'connect-src': ["'self'", ...callTargets.flatMap((origin) => [origin, socketOrigin(origin)])],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': frameAncestors.length > 0 ? frameAncestors : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
  });

/** The policy of the staff's console: everything from its own port. */
export const consolePolicy = write({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
});

/** Adds the digests of a page's inline styles to a policy. */
export const withStyles = (policy: string, hashes: readonly string[]): string =>
  policy.replace("style-src 'self'", ["style-src 'self'", ...hashes].join(' '));

/** Returns the same origin for WebSockets: older browsers do not include it in `'self'`. */
const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * Returns the policy for a launch page from a game provider. It is foreign content, so it is isolated: it has
 * an opaque origin without access to ours, and it cannot load or call anything. Its own script may submit its
 * own form, only to the provider's site.
 * @param site the origin of that site; without one any site with TLS
 */
export const launchPolicy = (site: string | undefined): string =>
  write({
    sandbox: ['allow-forms', 'allow-scripts', 'allow-top-navigation'],
    'default-src': ["'none'"],
    'script-src': ["'unsafe-inline'"],
    'style-src': ["'unsafe-inline'"],
    'form-action': [site ?? 'https:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  });

/** For our own pages that only show a message. */
export const noticePolicy = write({
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
});

/**
 * For a file from members or operators. A browser's built-in viewer may style the page around it; nothing
 * else may load or run.
 */
export const filePolicy = write({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  sandbox: [],
});
