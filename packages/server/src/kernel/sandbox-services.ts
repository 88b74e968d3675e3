/**
 * The services that the sandbox plays where no settings name others. Their addresses are the sandbox's, their
 * credentials those of its emulators: fixed demo values, in no way secret.
 */

type Environment = Readonly<Record<string, string | undefined>>;

interface PlayedService {
  /** Settings of the operator's own service. While one of them is set, none of the sandbox's is. */
  own: RegExp;
  /** Settings of the sandbox's service; `{sandbox}` is its address. */
  settings: Readonly<Record<string, string>>;
}

const PLAYED: readonly PlayedService[] = [
  {
    own: /^SMS_/,
    settings: {
      SMS_SERVICE: 'thaibulksms',
      SMS_URL: '{sandbox}/thaibulksms',
      SMS_KEY: 'demo-thaibulksms-key',
      SMS_SECRET: 'demo-thaibulksms-secret',
      SMS_SENDER: 'Krapao',
    },
  },
  {
    own: /^SLIP_(?!KEEP_DAYS$)/,
    settings: {
      SLIP_SERVICES: 'easyslip,slipok',
      SLIP_EASYSLIP_URL: '{sandbox}/easyslip',
      SLIP_EASYSLIP_SECRET: 'demo-easyslip-key',
      SLIP_SLIPOK_URL: '{sandbox}/slipok',
      SLIP_SLIPOK_SECRET: 'demo-slipok-key',
      SLIP_SLIPOK_BRANCH: '10001',
    },
  },
  {
    own: /^(?:GATEWAY_)?PAYONEX_/,
    settings: {
      PAYONEX_SERVICE: 'payonex',
      PAYONEX_URL: '{sandbox}/payonex',
      PAYONEX_KEY: 'demo-payonex-access-key',
      PAYONEX_SECRET: 'demo-payonex-secret-key',
    },
  },
  {
    // Unofficial. Only the sandbox is ever asked: without it, an operator has to name the service.
    own: /^GIFT_/,
    settings: { GIFT_SERVICE: 'truemoney', GIFT_URL: '{sandbox}/truemoney' },
  },
];

/** Settings under which every counterparty but the game providers speaks the house's protocol. */
export const HOUSE_SERVICES = {
  SMS_SERVICE: 'house',
  SLIP_SERVICES: 'house',
  PAYONEX_SERVICE: 'house',
  GIFT_SERVICE: 'house',
} as const;

const DEFAULT_PORT = '8090';

/**
 * Returns an environment with the settings of the services that the sandbox plays in it, and the names of these
 * settings.
 */
export function withPlayedServices(own: Environment): { given: Environment; played: ReadonlySet<string> } {
  const { SANDBOX, SANDBOX_URL, SANDBOX_PORT = DEFAULT_PORT, LAOS } = own;
  // The services are Thailand's.
  if (SANDBOX === '0' || LAOS === '1') return { given: own, played: new Set() };
  const sandboxUrl = (SANDBOX_URL ?? `http://127.0.0.1:${SANDBOX_PORT}`).replace(/\/+$/, '');
  const names = Object.keys(own);
  const settings = Object.fromEntries(
    PLAYED.filter((service) => !names.some((name) => service.own.test(name)))
      .flatMap((service) => Object.entries(service.settings))
      .map(([name, value]) => [name, value.replace('{sandbox}', sandboxUrl)]),
  );
  return { given: { ...settings, ...own }, played: new Set(Object.keys(settings)) };
}

/**
 * Settings of the game services that the sandbox plays, by the names of their adapters; `{site}` is the address of the
 * provider's site there.
 */
const GAME_SERVICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  joker: { APP_ID: 'KRPO', GAME_URL: '{site}/launch' },
  pgsoft: { OPERATOR_TOKEN: 'krapao-demo-operator', GAME_URL: '{site}/65/index.html' },
  aesexy: { AGENT: 'krapaodemo', BET_LIMIT: '{"SEXYBCRT":{"LIVE":{"limitId":[260901]}}}' },
  jili: { AGENT: 'krapao_demo', GAME_ID: '2' },
  betflix: { AGENT: 'krapao-demo-agent', PREFIX: 'kpd' },
  askmebet: { AGENT: 'kpag', LOGIN_URL: '{site}/login' },
  ambslot: { AGENT: 'kpamb' },
};

/**
 * Returns the settings that a provider's adapter has beside address and secret, at the sandbox.
 * @param publicUrl address of the sandbox for browsers
 */
export function playedGameService(adapter: string, code: string, publicUrl: string): Record<string, string> {
  const values = Object.hasOwn(GAME_SERVICES, adapter) ? GAME_SERVICES[adapter] : undefined;
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      value.replace('{site}', `${publicUrl}/site/${code}`),
    ]),
  );
}
