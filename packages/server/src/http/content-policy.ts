/** What browsers are told to allow on our pages (Content-Security-Policy). */

type Directives = Readonly<Record<string, readonly string[]>>;

const write = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** What differs from operator to operator. */
export interface PagePolicyParts {
  /** Origins that games' log-in forms are posted to. */
  formTargets?: readonly string[];
  /** Origins whose pages may hold ours in a frame. */
  frameAncestors?: readonly string[];
  /** Origins that are called beside our own: the realtime chat, when it is elsewhere. */
  callTargets?: readonly string[];
}

/** For the player app, and for all that we serve beside it. */
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

/** A policy for a page that has styles in it, by their digests. */
export const withStyles = (policy: string, hashes: readonly string[]): string =>
  policy.replace("style-src 'self'", ["style-src 'self'", ...hashes].join(' '));

/** The same place, spoken to by a socket: older browsers do not count that as `'self'`. */
const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * For a page that a game provider answered a launch with. We did not write it, so it stands alone: in an
 * origin of its own, from which nothing of ours can be reached, without loading or calling anything. Its own
 * script may post its own form, and that only to the provider's site.
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

/** For a page of ours that only says something. */
export const noticePolicy = write({
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
});

/**
 * For a file that members or operators have given. A browser's own viewer styles the page it shows it on; beyond that
 * nothing may load or run.
 */
export const filePolicy = write({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  sandbox: [],
});
