import { createBankFeed, createEwalletFeed } from '../adapters/feeds.ts';
import { createGiftWallet } from '../adapters/gift-wallet-service.ts';
import type { ServiceOptions } from '../adapters/providers/service/options.ts';
import { createPayoutBank } from '../adapters/payout-bank.ts';
import { createQrGateway } from '../adapters/qr-gateway.ts';
import { createSlipLookup } from '../adapters/slip-lookup-service.ts';
import { slipsInOrder } from '../adapters/slips-in-order.ts';
import { createSmsService } from '../adapters/sms-service.ts';
import { createSupportDesk } from '../adapters/support-desk-service.ts';
import type { Content } from '../content/schema.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Bank } from '../ports/bank.ts';
import type { BankFeed, EwalletFeed } from '../ports/feeds.ts';
import type { EwalletWebhook } from '../ports/ewallet-webhook.ts';
import type { GameProvider } from '../ports/game-provider.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import type { Part, PartsOff } from '../ports/part.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { ServiceRecords } from '../ports/service-records.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import type { Sms } from '../ports/sms.ts';
import type { SupportDesk } from '../ports/support-desk.ts';
import { Gateways } from './gateways.ts';
import type { ChosenService } from './named-service.ts';
import {
  chosenDesk,
  chosenEwallet,
  chosenGift,
  chosenSlips,
  chosenSms,
  connectService,
  isPartFault,
} from './named-services.ts';
import type { PartFault } from './part-fault.ts';
import { findPartFaults, isFault, readConnection, readValues } from './part-faults.ts';
import { loadProviderAdapter } from './provider-adapters.ts';
import { chosenPayouts } from './payment-services.ts';
import {
  noBank,
  noDesk,
  noFeed,
  noGiftWallet,
  noServiceRecords,
  noSlipLookup,
  noSms,
} from './unconnected.ts';

/** The counterparties connected by the settings and the content. */
export interface Counterparties {
  sms: Sms;
  bank: Bank;
  bankFeed: BankFeed;
  /** False where statement files alone tell of transfers to the bank accounts. */
  isBankFed: boolean;
  ewalletFeed: EwalletFeed;
  /** The digital wallet that reports by callbacks; undefined where it has a feed. */
  ewalletWebhook: EwalletWebhook | undefined;
  giftWallet: GiftWallet;
  slipLookup: SlipLookup;
  desk: SupportDesk;
  /** The connected gateways. The map follows the content. */
  gateways: ReadonlyMap<string, PaymentGateway>;
  /** The connected providers. The map follows the content. */
  providers: ReadonlyMap<string, GameProvider>;
  /** Parts of the content that are not connected. */
  off: PartsOff;
}

/** Returns the codes of the content's banks by their three digits. */
export const bankCodesOf = ({ banks: { banks } }: Content): ReadonlyMap<string, string> =>
  new Map(
    banks.flatMap(({ code, bankOfThailandNo }) =>
      bankOfThailandNo === undefined ? [] : [[bankOfThailandNo, code]],
    ),
  );

/** Wraps a port, for instance to count its calls. */
export type Wrap = <P extends object>(counterparty: string, port: P) => P;

const asItIs: Wrap = (_counterparty, port) => port;

export interface ConnectionParts {
  wrap?: Wrap;
  /** Needed to speak to services that are asked by their own references. */
  records?: ServiceRecords;
}

/** A provider's port, and the name of its adapter. */
interface ConnectedProvider {
  adapter: string;
  port: GameProvider;
}

/**
 * A process's connections to counterparties. Each counterparty `NAME` has `NAME_URL` and `NAME_SECRET` in the
 * environment. Parts of the content that cannot be connected are switched off, and connecting never fails:
 * accepted content is served even if a setting or an adapter is missing later.
 */
export class Connections {
  readonly counterparties: Counterparties;
  readonly #settings: Settings;
  readonly #wrap: Wrap;
  readonly #records: ServiceRecords;
  /** Codes of the content's banks by their three digits. */
  #bankCodes: ReadonlyMap<string, string> = new Map();
  readonly #off = new Set<Part>();
  readonly #gateways: Gateways;
  readonly #providers = new Map<string, GameProvider>();
  #connected = new Map<string, ConnectedProvider>();
  #faults: readonly PartFault[] = [];

  private constructor(settings: Settings, { wrap = asItIs, records = noServiceRecords }: ConnectionParts) {
    this.#settings = settings;
    this.#wrap = wrap;
    this.#records = records;
    this.#gateways = new Gateways(settings, (part, chosen) =>
      chosen ? this.#connectService(part, chosen) : this.#connect(part, part, createQrGateway),
    );
    this.counterparties = this.#connectAll();
  }

  /** Connects the counterparties of the settings and the content's providers. */
  static async open(settings: Settings, content: Content, parts: ConnectionParts = {}): Promise<Connections> {
    const connections = new Connections(settings, parts);
    await connections.follow(content);
    return connections;
  }

  /** Reasons why parts of the content are switched off. */
  get faults(): readonly PartFault[] {
    return this.#faults;
  }

  /** Connects the gateways and providers of new content and updates the parts that are off. Never fails. */
  async follow(content: Content): Promise<void> {
    this.#bankCodes = bankCodesOf(content);
    this.#gateways.follow(content);
    const faults = await findPartFaults(this.#settings, content);
    const connected = new Map<string, ConnectedProvider>();
    // A disabled provider may hold members' credit, so it is connected if possible.
    for (const { code, adapter, enabled } of content.providers) {
      try {
        const known = this.#connected.get(code);
        const port = known?.adapter === adapter ? known.port : await this.#connectProvider(code, adapter);
        if (port) connected.set(code, { adapter, port });
      } catch (error) {
        const fault = `content: provider ${code}: its adapter, ${adapter}, fails: ${String(error)}`;
        if (enabled) faults.push({ part: `provider:${code}`, missing: [], fault });
      }
    }
    this.#connected = connected;
    this.#providers.clear();
    for (const [code, { port }] of connected) this.#providers.set(code, port);
    this.#faults = faults;
    this.#off.clear();
    for (const { part } of faults) this.#off.add(part);
  }

  #connectAll(): Counterparties {
    const isOff = (part: Part) => () => this.#off.has(part);
    return {
      sms: this.#connectSms() ?? noSms,
      bank: this.#connectBank() ?? noBank,
      isBankFed: this.#settings.services.bankFeed === 'house',
      bankFeed: this.#connectBankFeed() ?? noFeed(isOff('bank')),
      ...this.#connectEwallet(isOff('ewallet')),
      giftWallet: this.#connectGift() ?? noGiftWallet,
      slipLookup: this.#connectSlips() ?? noSlipLookup(isOff('slip')),
      desk: this.#connectDesk() ?? noDesk(isOff('desk')),
      gateways: this.#gateways.ports,
      providers: this.#providers,
      off: this.#off,
    };
  }

  #connectSms(): Sms | undefined {
    const chosen = chosenSms(this.#settings);
    return chosen ? this.#connectService('sms', chosen) : this.#connect('sms', 'sms', createSmsService);
  }

  #connectBank(): Bank | undefined {
    const chosen = chosenPayouts(this.#settings);
    return chosen ? this.#connectService('bank', chosen) : this.#connect('bank', 'bank', createPayoutBank);
  }

  #connectBankFeed(): BankFeed | undefined {
    const isFed = this.#settings.services.bankFeed === 'house';
    return isFed ? this.#connect('bank', 'bank feed', createBankFeed) : undefined;
  }

  /** Connects the digital wallet: by its webhook, whose kept entries it reads again, or by its feed. */
  #connectEwallet(isOff: () => boolean): Pick<Counterparties, 'ewalletFeed' | 'ewalletWebhook'> {
    const chosen = chosenEwallet(this.#settings);
    const none = noFeed(isOff);
    if (!chosen) {
      const ewalletFeed = this.#connect('ewallet', 'ewallet feed', createEwalletFeed) ?? none;
      return { ewalletFeed, ewalletWebhook: undefined };
    }
    const ewalletWebhook = this.#connectService('ewallet webhook', chosen);
    const ewalletFeed = ewalletWebhook
      ? { ...none, readKept: (text: string) => ewalletWebhook.readKept(text) }
      : none;
    return { ewalletFeed, ewalletWebhook };
  }

  #connectDesk(): SupportDesk | undefined {
    const chosen = chosenDesk(this.#settings);
    return chosen
      ? this.#connectService('support desk', chosen)
      : this.#connect('desk', 'support desk', createSupportDesk);
  }

  #connectGift(): GiftWallet | undefined {
    const chosen = chosenGift(this.#settings);
    return chosen
      ? this.#connectService('gift wallet', chosen)
      : this.#connect('gift', 'gift wallet', createGiftWallet);
  }

  /** Connects the slip look-ups in their order; undefined if one of them cannot be connected. */
  #connectSlips(): SlipLookup | undefined {
    const services = chosenSlips(this.#settings).map((chosen) =>
      chosen === 'house'
        ? this.#connect('slip', 'slip look-up', createSlipLookup)
        : this.#connectService(`slip look-up:${chosen.name}`, chosen),
    );
    const connected = services.filter((service) => service !== undefined);
    if (connected.length < services.length) return undefined;
    const [only, ...others] = connected;
    return others.length === 0 ? only : slipsInOrder(connected);
  }

  #connectService<P extends object>(counterparty: string, chosen: ChosenService<P>): P | undefined {
    const bankCodeOf = (number: string): string => this.#bankCodes.get(number) ?? '';
    const ground = { settings: this.#settings, bankCodeOf, records: this.#records };
    const connected = connectService(ground, chosen);
    return isPartFault(connected) ? undefined : this.#wrap(counterparty, connected);
  }

  async #connectProvider(code: string, adapter: string): Promise<GameProvider | undefined> {
    const loaded = await loadProviderAdapter(adapter).catch(() => undefined);
    if (!loaded) return undefined;
    const part = `provider:${code}` as const;
    const { values, faults } = readValues(this.#settings, { code, adapter }, loaded.settings);
    if (faults.length > 0) return undefined;
    return this.#connect(part, part, (options) => loaded.create({ ...options, values }));
  }

  /**
   * Returns undefined if the part cannot be connected; {@link findPartFaults} gives the reason if the content
   * uses it.
   */
  #connect<P extends object>(
    part: Part,
    counterparty: string,
    create: (options: ServiceOptions) => P,
  ): P | undefined {
    const connection = readConnection(this.#settings, part);
    return isFault(connection) ? undefined : this.#wrap(counterparty, create(connection));
  }
}

/**
 * Connects the counterparties of the current settings and content. Never fails: missing ones are in `off`.
 */
export const connectCounterparties = async (
  settings: Settings,
  content: Content,
  parts: ConnectionParts = {},
): Promise<Counterparties> => (await Connections.open(settings, content, parts)).counterparties;
