/**
 * The sandbox's game providers and their behaviour as data. Another provider with a known behaviour is one
 * more line.
 */
import { HttpError } from '../http/http-error.ts';

/** Protocols of the house between the operator's server and a provider. */
type HouseDialect = 'signed-json' | 'hashed-form' | 'balance-only' | 'html-launch' | 'page-tokens';

/** Real services whose protocol a provider can speak instead: docs/protocol/emulators.md. */
export const GAME_SERVICES = ['joker', 'pgsoft', 'aesexy', 'jili', 'betflix', 'askmebet', 'ambslot'] as const;
export type GameService = (typeof GAME_SERVICES)[number];

/** Protocol between the operator's server and a provider. */
export type Dialect = HouseDialect | GameService;

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

/** Services that open their games by an address; players of the others log in at the site. */
const LAUNCHES_OF_SERVICES: Readonly<Record<GameService, LaunchKind>> = {
  joker: 'url',
  pgsoft: 'url',
  aesexy: 'url',
  jili: 'url',
  betflix: 'url',
  askmebet: 'form',
  ambslot: 'url',
};

/** The service whose protocol each of these providers speaks, by the provider's code. */
export type ServicesByCode = Readonly<Record<string, GameService>>;

/**
 * The services of the demo's providers, as content/demo/providers.yaml names them. These providers answer in the
 * house's protocol too, so that content which still names it keeps working.
 */
export const DEMO_SERVICES: ServicesByCode = {
  PG: 'pgsoft',
  JOKER: 'joker',
  SLOTXO: 'joker',
  PGSLOT: 'ambslot',
  ASKMEBET: 'askmebet',
  SEXYGAME: 'aesexy',
  BETFLIX: 'betflix',
};

/** The providers of one sandbox: some speak a real service's protocol. */
export class Providers {
  readonly #byCode: ReadonlyMap<string, ProviderInfo>;
  readonly #speaksHouse: boolean;

  /** @param given services in place of the demo's; their providers do not answer in the house's protocol */
  constructor(given?: ServicesByCode) {
    const services = given ?? DEMO_SERVICES;
    this.#speaksHouse = given === undefined;
    this.#byCode = new Map(
      PROVIDERS.map((info): [string, ProviderInfo] => {
        const service = Object.hasOwn(services, info.code) ? services[info.code] : undefined;
        const spoken = service && { dialect: service, launch: LAUNCHES_OF_SERVICES[service] };
        return [info.code, { ...info, ...spoken }];
      }),
    );
  }

  list(): readonly ProviderInfo[] {
    return [...this.#byCode.values()];
  }

  find(code: string): ProviderInfo | undefined {
    return this.#byCode.get(code);
  }

  /** @throws HttpError 404 `no_provider` */
  get(code: string): ProviderInfo {
    const info = this.find(code);
    if (!info) throw new HttpError(404, 'no_provider');
    return info;
  }

  /**
   * Returns a provider as it is in one of these dialects.
   * @throws HttpError 404 `no_provider` when there is none, or when it speaks other dialects
   */
  speaking(code: string, dialects: readonly Dialect[]): ProviderInfo {
    const known = [this.find(code), this.#speaksHouse ? providerInfo(code) : undefined];
    const info = known.find((one) => one && dialects.includes(one.dialect));
    if (info) return info;
    throw new HttpError(404, 'no_provider', 'no such provider, or it is spoken to in another way');
  }
}

export const listProviders = (): readonly ProviderInfo[] => PROVIDERS;
