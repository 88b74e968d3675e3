/** The adapters, by their names in content. */
export type Dialect = 'signed-json' | 'hashed-form' | 'balance-only' | 'html-launch' | 'page-tokens';

/** One provider, as described for the conformance suite. */
export interface ProviderUnderTest {
  code: string;
  dialect: Dialect;
  /** Way in which its adapter opens a game; `none` if players log in on the site themselves. */
  launch: 'url' | 'url-with-password' | 'html' | 'none';
}

const provider = (
  code: string,
  dialect: Dialect,
  launch: ProviderUnderTest['launch'],
): ProviderUnderTest => ({ code, dialect, launch });

/** All providers of the operator's content. */
export const PROVIDERS_UNDER_TEST: readonly ProviderUnderTest[] = [
  provider('PG', 'signed-json', 'url'),
  provider('BETFLIX', 'signed-json', 'url'),
  provider('AREASLOT', 'hashed-form', 'url'),
  provider('JOKER2', 'hashed-form', 'url'),
  provider('HUAYHD', 'html-launch', 'html'),
  provider('ASKMEBET', 'hashed-form', 'url-with-password'),
  provider('IMI', 'balance-only', 'url-with-password'),
  provider('USUN', 'signed-json', 'url-with-password'),
  provider('CIRCUS', 'hashed-form', 'url-with-password'),
  provider('SLOTRACHA', 'signed-json', 'url-with-password'),
  provider('PGSLOT', 'signed-json', 'url-with-password'),
  provider('JOKER', 'hashed-form', 'none'),
  provider('SLOTXO', 'hashed-form', 'none'),
  provider('SUPERSLOT', 'signed-json', 'none'),
  provider('SEXYGAME', 'hashed-form', 'none'),
  provider('UFABET', 'page-tokens', 'none'),
  provider('LUCKYLOTTO', 'signed-json', 'none'),
];
