import type { FormLaunchedGame } from '@krapao/contract/limits';
import type { RequestParams, ResponseBody, RouteKey } from '@krapao/contract/routes';
import { call } from '../../lib/http.ts';
import type { GameAccount } from '../../wallet/wallet-state.ts';

/** A member's log-in data at a provider. */
export type Credentials = ResponseBody<'GET /api/wallet/account/:slotCode'>;

/** Calls that return a link into a game. */
type AutoLoginRoute = Extract<RouteKey, `GET /api/autoLogin/${string}`>;

/** Provider of an auto-login call: `GET /api/autoLogin/pg/:username` → `PG`. */
type ProviderOf<Route> = Route extends `GET /api/autoLogin/${infer Name}/:${string}`
  ? Uppercase<Name>
  : never;

/** Launch method of an auto-login call's provider, by the path parameters of the call. */
type AutoLaunchBy<Route extends AutoLoginRoute> = Route extends AutoLoginRoute
  ? 'password' extends keyof RequestParams<Route>
    ? { kind: 'password'; route: Route }
    : { kind: 'username'; route: Route }
  : never;

type AutoLaunches = { [Route in AutoLoginRoute as ProviderOf<Route>]: AutoLaunchBy<Route> };

/** Providers that take a form; one of them requires the tokens of its log-in page in it. */
type FormLaunches = {
  [Code in FormLaunchedGame]: { kind: Code extends 'UFABET' ? 'token-form' : 'form' };
};

type Launches = AutoLaunches & FormLaunches;

/**
 * Launch methods of a game: a link fetched for the user name, a link fetched for user name and password, a
 * form with both posted to the provider's site, the same with the tokens of its log-in page, or the account's
 * plain link. A new method is a new member here, and the code below does not compile until it handles it.
 */
export type Launch = Launches[keyof Launches] | { kind: 'plain' };

/** Launch method of each provider. Its type requires every auto-login call and every form of the contract. */
const LAUNCHES: Readonly<Launches> = {
  PG: { kind: 'username', route: 'GET /api/autoLogin/pg/:username' },
  BETFLIX: { kind: 'username', route: 'GET /api/autoLogin/betflix/:username' },
  AREASLOT: { kind: 'username', route: 'GET /api/autoLogin/areaslot/:username' },
  JOKER2: { kind: 'username', route: 'GET /api/autoLogin/joker2/:username' },
  HUAYHD: { kind: 'username', route: 'GET /api/autoLogin/huayhd/:username' },
  ASKMEBET: { kind: 'password', route: 'GET /api/autoLogin/askmebet/:username/:password' },
  IMI: { kind: 'password', route: 'GET /api/autoLogin/imi/:username/:password' },
  USUN: { kind: 'password', route: 'GET /api/autoLogin/usun/:username/:password' },
  CIRCUS: { kind: 'password', route: 'GET /api/autoLogin/circus/:username/:password' },
  SLOTRACHA: { kind: 'password', route: 'GET /api/autoLogin/slotracha/:username/:password' },
  PGSLOT: { kind: 'password', route: 'GET /api/autoLogin/pgslot/:username/:password' },
  JOKER: { kind: 'form' },
  SEXYGAME: { kind: 'form' },
  SUPERSLOT: { kind: 'form' },
  SLOTXO: { kind: 'form' },
  UFABET: { kind: 'token-form' },
};

const OTHER: Launch = { kind: 'plain' };

/** Returns the launch method of a provider's games. */
export function launchOf(code: string): Launch {
  return Object.hasOwn(LAUNCHES, code) ? LAUNCHES[code as keyof Launches] : OTHER;
}

/** Result of opening a game: an address to go to, or one to post a form to. */
export type Entrance =
  | { kind: 'link'; url: string }
  | { kind: 'form'; url: string; fields: Readonly<Record<string, string>> };

type Links = Pick<GameAccount, 'code' | 'web' | 'android' | 'ios'>;

/** True when this account's games can be opened: some need a link that the operator must provide. */
export function canLaunch(account: Links): boolean {
  const launch = launchOf(account.code);
  switch (launch.kind) {
    case 'username':
    case 'password':
      return true;
    case 'form':
    case 'token-form':
      return isWebAddress(account.web);
    case 'plain':
      return plainLink(account) !== undefined;
  }
}

/**
 * Fetches the entrance to an account's games. Its link, password or page tokens are fetched on each call, so
 * that they are neither stale nor used.
 * @throws ApiError; BadLinkError when there is no web address to go to; NoTokensError
 */
export async function findEntrance(account: Links): Promise<Entrance> {
  const launch = launchOf(account.code);
  switch (launch.kind) {
    case 'username': {
      const { username } = await credentialsOf(account);
      const { link } = await call(launch.route, { params: { username } });
      return { kind: 'link', url: checkedLink(link) };
    }
    case 'password': {
      const { username, password } = await credentialsOf(account);
      const { link } = await call(launch.route, { params: { username, password } });
      return { kind: 'link', url: checkedLink(link) };
    }
    case 'form': {
      const url = checkedLink(account.web);
      const { username, password } = await credentialsOf(account);
      return { kind: 'form', url, fields: { username, password } };
    }
    case 'token-form': {
      const url = checkedLink(account.web);
      const { username, password, event } = await credentialsOf(account);
      if (!event) throw new NoTokensError('the log-in page gave no tokens');
      return { kind: 'form', url, fields: { ...event, username, password } };
    }
    case 'plain':
      return { kind: 'link', url: checkedLink(plainLink(account) ?? '') };
  }
}

function credentialsOf({ code }: Links): Promise<Credentials> {
  return call('GET /api/wallet/account/:slotCode', { params: { slotCode: code } });
}

/** Returns the site's link, else an app's, this device's first. */
function plainLink({ web, android, ios }: Links): string | undefined {
  const apps = isApplePhone() ? [ios, android] : [android, ios];
  return [web, ...apps].find(isWebAddress);
}

function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // Apple's tablets call themselves Macs, but have a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** The provider's link is not a web address, and opening it could run script in this page. */
export class BadLinkError extends Error {
  override readonly name = 'BadLinkError';
}

/** The tokens of the provider's log-in form could not be fetched. */
export class NoTokensError extends Error {
  override readonly name = 'NoTokensError';
}

/** True when a text is a web address and nothing else. */
export function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link);
}

/** Returns the link when it is a web address. @throws BadLinkError */
export function checkedLink(link: string): string {
  if (!isWebAddress(link)) throw new BadLinkError('not a web address');
  return link;
}
