/**
 * The sandbox's game providers and their behaviour as data. Another provider with a known behaviour is one
 * more line.
 */

/** Protocol between the operator's server and a provider. */
export type Dialect = 'signed-json' | 'hashed-form' | 'balance-only' | 'html-launch' | 'page-tokens';

/**
 * How a player gets in: by a one-time address, requested with the player's name or with name and password; by
 * a page of markup that posts a one-time token; by posting name and password to the site, with or without the
 * tokens of its log-in page; or by typing them on the log-in page.
 */
export type LaunchKind = 'url' | 'url-with-password' | 'html' | 'form' | 'token-form' | 'plain';

export type Category = 'slot' | 'sport' | 'casino' | 'lotto';

export interface ProviderInfo {
  readonly code: string;
  readonly name: string;
  readonly category: Category;
  readonly dialect: Dialect;
  readonly launch: LaunchKind;
}

const provider = (
  code: string,
  name: string,
  category: Category,
  dialect: Dialect,
  launch: LaunchKind,
): ProviderInfo => ({ code, name, category, dialect, launch });

const PROVIDERS: readonly ProviderInfo[] = [
  provider('PG', 'PG Pocket Games', 'slot', 'signed-json', 'url'),
  provider('BETFLIX', 'Betflix', 'casino', 'signed-json', 'url'),
  provider('AREASLOT', 'Area Slot', 'slot', 'hashed-form', 'url'),
  provider('JOKER2', 'Joker 2', 'slot', 'hashed-form', 'url'),
  provider('HUAYHD', 'Huay HD', 'lotto', 'html-launch', 'html'),
  provider('ASKMEBET', 'AskMeBet', 'sport', 'hashed-form', 'url-with-password'),
  provider('IMI', 'IMI', 'casino', 'balance-only', 'url-with-password'),
  provider('USUN', 'U-Sun', 'sport', 'signed-json', 'url-with-password'),
  provider('CIRCUS', 'Circus', 'slot', 'hashed-form', 'url-with-password'),
  provider('SLOTRACHA', 'Slot Racha', 'slot', 'signed-json', 'url-with-password'),
  provider('PGSLOT', 'PG Slot', 'slot', 'signed-json', 'url-with-password'),
  provider('JOKER', 'Joker', 'slot', 'hashed-form', 'form'),
  provider('SLOTXO', 'Slot XO', 'slot', 'hashed-form', 'form'),
  provider('SUPERSLOT', 'Super Slot', 'slot', 'signed-json', 'form'),
  provider('SEXYGAME', 'Sexy Game', 'casino', 'hashed-form', 'form'),
  provider('UFABET', 'UFA Bet', 'sport', 'page-tokens', 'token-form'),
  provider('LUCKYLOTTO', 'Lucky Lotto', 'lotto', 'signed-json', 'plain'),
];

/** Game name of a category in the turnover report. */
export const GAME_NAMES: Readonly<Record<Category, string>> = {
  slot: 'Lucky Reels',
  sport: 'Match Day',
  casino: 'Dragon Tiger',
  lotto: 'Two Digits',
};

export const providerInfo = (code: string): ProviderInfo | undefined =>
  PROVIDERS.find((known) => known.code === code);

export const listProviders = (): readonly ProviderInfo[] => PROVIDERS;
