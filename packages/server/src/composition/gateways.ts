import { QR_PROVIDERS } from '@krapao/contract/limits';
import type { Content } from '../content/schema.ts';
import type { Settings } from '../kernel/settings.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { ChosenService } from './named-service.ts';
import { chosenGateway } from './payment-services.ts';
import { withFormer } from './switched-gateway.ts';

type Part = `gateway:${string}`;

/** Connects a gateway; undefined while settings are missing. */
type ConnectGateway = (
  part: Part,
  chosen: ChosenService<PaymentGateway> | undefined,
) => PaymentGateway | undefined;

/** The connected gateways. Each speaks the protocol that content names for it; the map follows the content. */
export class Gateways {
  readonly #settings: Settings;
  readonly #connect: ConnectGateway;
  /** Ports that were connected in this process: by the gateway's code, then by the service's name. */
  readonly #known = new Map<string, Map<string, PaymentGateway>>();
  readonly #current = new Map<string, PaymentGateway>();

  constructor(settings: Settings, connect: ConnectGateway) {
    this.#settings = settings;
    this.#connect = connect;
  }

  get ports(): ReadonlyMap<string, PaymentGateway> {
    return this.#current;
  }

  /** Connects the services that new content names. Orders at a former service are still asked about there. */
  follow({ depositAccounts }: Pick<Content, 'depositAccounts'>): void {
    for (const code of QR_PROVIDERS) {
      const part = `gateway:${code}` as const;
      const chosen = chosenGateway(this.#settings, depositAccounts, code);
      const name = chosen?.name ?? 'house';
      const known = this.#known.get(code) ?? new Map<string, PaymentGateway>();
      this.#known.set(code, known);
      const port = known.get(name) ?? this.#connect(part, chosen);
      if (!port) {
        this.#current.delete(code);
        continue;
      }
      known.set(name, port);
      const former = [...known].flatMap(([other, one]) => (other === name ? [] : [one]));
      this.#current.set(code, withFormer(port, former));
    }
  }
}
