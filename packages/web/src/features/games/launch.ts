import type { RequestParams, ResponseBody, RouteKey } from '@krapao/contract/routes';
import { call } from '../../lib/http.ts';

/** What a member holds at a provider. */
export type Credentials = ResponseBody<'GET /api/wallet/account/:slotCode'>;

/** The calls that give a link into a game. */
type AutoLoginRoute = Extract<RouteKey, `GET /api/autoLogin/${string}`>;

/** The provider an auto-login call belongs to: `GET /api/autoLogin/pg/:username` → `PG`. */
type ProviderOf<Route> = Route extends `GET /api/autoLogin/${infer Name}/:${string}`
  ? Uppercase<Name>
  : never;

/** Auto-login calls that take just these path parameters. */
type RouteTaking<Names extends string> = {
  [Route in AutoLoginRoute]: [keyof RequestParams<Route>, Names] extends [Names, keyof RequestParams<Route>]
    ? Route
    : never;
}[AutoLoginRoute];

/** The ways into a game. A new way is a new member here, and `launchLink` does not compile without it. */
export type Launch = { kind: 'username'; route: RouteTaking<'username'> };

/** How each provider is opened. Complete by type: an auto-login call in the contract must have its entry. */
const LAUNCHES: Readonly<Record<ProviderOf<AutoLoginRoute>, Launch>> = {
  PG: { kind: 'username', route: 'GET /api/autoLogin/pg/:username' },
};

/** How a game is opened, or undefined for one that this app cannot open. */
export function launchOf(code: string): Launch | undefined {
  return Object.hasOwn(LAUNCHES, code) ? LAUNCHES[code as keyof typeof LAUNCHES] : undefined;
}

/**
 * Fetches a fresh link into a game.
 * @throws ApiError; BadLinkError when what came is not a web address
 */
export async function launchLink(launch: Launch, credentials: Credentials): Promise<string> {
  switch (launch.kind) {
    case 'username': {
      const { link } = await call(launch.route, { params: { username: credentials.username } });
      return checkedLink(link);
    }
  }
}

/** The provider's link is no web address, and opening it could run script in this page. */
export class BadLinkError extends Error {
  override readonly name = 'BadLinkError';
}

/** The link itself, when it is an address of the web. @throws BadLinkError */
export function checkedLink(link: string): string {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) throw new BadLinkError('not a web address');
  return link;
}
