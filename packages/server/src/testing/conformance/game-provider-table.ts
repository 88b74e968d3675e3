/** The adapters, by their names in content. */
export type HouseDialect = 'signed-json' | 'hashed-form' | 'balance-only' | 'html-launch' | 'page-tokens';

/** The adapters of real services, whose protocols the sandbox emulates. */
export type ServiceDialect = 'joker' | 'pgsoft' | 'aesexy' | 'jili' | 'betflix' | 'askmebet' | 'ambslot';
export type Dialect = HouseDialect | ServiceDialect;

/** Abilities of the house's protocols that a service may lack. */
export interface Traits {
  /** Players have passwords at the provider. */
  hasPasswords: boolean;
  /** Creating a player that exists leaves its password alone. */
  keepsPassword: boolean;
  /** Ends a player's open games. */
  logsOut: boolean;
  /** Lists a player's transfers. */
  listsTransfers: boolean;
  /** Refused transfers can be looked up. */
  recordsRefusals: boolean;
  /** A repeated transfer is answered with the first result; otherwise the answer decides nothing. */
  repeatsResult: boolean;
  /** A look-up tells the direction. */
  looksUpDirection: boolean;
  /** A look-up tells the player. */
  looksUpPlayer: boolean;
  /** A used reference is refused for other content. */
  refusesReuse: boolean;
  /** A player that there is not, and too little credit, have answers of their own for transfers. */
  refusesTransfers: boolean;
  /** A wrong secret has an answer of its own. */
  tellsWrongSecret: boolean;
  /** A launch opens once. */
  opensOnce: boolean;
  /** Maintenance has an answer of its own. */
  tellsMaintenance: boolean;
  /** An unknown player has an answer of its own. */
  tellsStrangers: boolean;
  /**
   * `cursor`: each entry comes once. `window`: entries may come again. `paced`: the report is asked for now and
   * then, which tests of its own show. `none`: no report of rounds.
   */
  report: 'cursor' | 'window' | 'paced' | 'none';
}

const HOUSE: Traits = {
  hasPasswords: true,
  keepsPassword: true,
  logsOut: true,
  listsTransfers: true,
  recordsRefusals: true,
  repeatsResult: true,
  looksUpDirection: true,
  looksUpPlayer: true,
  refusesReuse: true,
  refusesTransfers: true,
  tellsWrongSecret: true,
  opensOnce: true,
  tellsMaintenance: true,
  tellsStrangers: true,
  report: 'cursor',
};

/** One provider, as described for the conformance suite. */
export interface ProviderUnderTest {
  code: string;
  dialect: Dialect;
  /** Way in which its adapter opens a game; `none` if players log in on the site themselves. */
  launch: 'url' | 'url-with-password' | 'html' | 'none';
  traits: Traits;
  /** Values of the adapter's settings; `{base}` and `{sandbox}` are addresses of the emulator. */
  values: Readonly<Record<string, string>>;
}

const provider = (
  code: string,
  dialect: Dialect,
  launch: ProviderUnderTest['launch'],
): ProviderUnderTest => ({ code, dialect, launch, traits: HOUSE, values: {} });

const service = (
  code: string,
  dialect: ServiceDialect,
  launch: ProviderUnderTest['launch'],
  values: ProviderUnderTest['values'],
  traits: Partial<Traits>,
): ProviderUnderTest => ({
  code,
  dialect,
  launch,
  values,
  traits: { ...HOUSE, ...traits },
});

const SERVICES: ReadonlySet<Dialect> = new Set<ServiceDialect>([
  'joker',
  'pgsoft',
  'aesexy',
  'jili',
  'betflix',
  'askmebet',
  'ambslot',
]);

export const isService = (dialect: Dialect): dialect is ServiceDialect => SERVICES.has(dialect);

/** Traits of the services that settle by balance: they look up, report and end nothing. */
const BY_BALANCE: Partial<Traits> = {
  logsOut: false,
  listsTransfers: false,
  tellsMaintenance: false,
  report: 'none',
};

/** A provider of each service. */
const SERVICES_UNDER_TEST: readonly ProviderUnderTest[] = [
  service(
    'JOKER',
    'joker',
    'url',
    { APP_ID: 'KRPO', GAME_URL: '{sandbox}/site/JOKER/launch' },
    {
      keepsPassword: false,
      listsTransfers: false,
      recordsRefusals: false,
      repeatsResult: false,
      refusesReuse: false,
      tellsMaintenance: false,
      report: 'window',
    },
  ),
  service(
    'PG',
    'pgsoft',
    'url',
    { OPERATOR_TOKEN: 'krapao-demo-operator', GAME_URL: '{base}/65/index.html' },
    {
      hasPasswords: false,
      listsTransfers: false,
      recordsRefusals: false,
      looksUpPlayer: false,
      tellsWrongSecret: false,
      opensOnce: false,
    },
  ),
  service(
    'SEXYGAME',
    'aesexy',
    'url',
    { AGENT: 'krapaodemo', BET_LIMIT: '{"SEXYBCRT":{"LIVE":{"limitId":[260901]}}}' },
    {
      hasPasswords: false,
      listsTransfers: false,
      repeatsResult: false,
      refusesReuse: false,
      tellsWrongSecret: false,
      report: 'paced',
    },
  ),
  service(
    'SUPERSLOT',
    'jili',
    'url',
    { AGENT: 'krapao_demo', GAME_ID: '2' },
    {
      hasPasswords: false,
      listsTransfers: false,
      repeatsResult: false,
      refusesReuse: false,
      tellsWrongSecret: false,
      tellsMaintenance: false,
      report: 'window',
    },
  ),
  service('BETFLIX', 'betflix', 'url', { AGENT: 'krapao-demo-agent', PREFIX: 'kpd' }, BY_BALANCE),
  service('ASKMEBET', 'askmebet', 'none', { AGENT: 'kpag' }, BY_BALANCE),
  service('PGSLOT', 'ambslot', 'url', { AGENT: 'kpamb' }, BY_BALANCE),
];

/** All providers of the operator's content, and a provider of each service. */
export const PROVIDERS_UNDER_TEST: readonly ProviderUnderTest[] = [
  ...SERVICES_UNDER_TEST,
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
