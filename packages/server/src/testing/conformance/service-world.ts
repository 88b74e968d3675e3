/** Real services in the sandbox, for tests of their adapters. */
import type { FaultKind, FaultPort } from '@krapao/sandbox/faults/faults';
import { COUNTERPARTY_TIMEOUT_MS, DEAD_ADDRESS, OutsideWorld } from '../counterparties-world.ts';
import type { ServiceConnection } from '../../adapters/http/service-call.ts';

/** Dice that put the work before or after a failure. */
const BEFORE = 0;
const AFTER = 0.9;

/** How a call goes wrong, as the tables of services name it. */
export const SERVICE_FAULTS = [
  ['timeout_before_commit', BEFORE],
  ['timeout_after_commit', AFTER],
  ['http_500', BEFORE],
  ['http_500', AFTER],
  ['html', BEFORE],
  ['html', AFTER],
] as const satisfies readonly (readonly [FaultKind, number])[];

/** A service of the sandbox. */
export class ServiceWorld {
  readonly outside: OutsideWorld;
  readonly #port: FaultPort;
  readonly #dice: { value: number };
  readonly connection: ServiceConnection;
  /** A connection to an address where no server listens. */
  readonly dead: ServiceConnection;

  private constructor(parts: {
    outside: OutsideWorld;
    port: FaultPort;
    dice: { value: number };
    deadUrl: string;
  }) {
    this.outside = parts.outside;
    this.#port = parts.port;
    this.#dice = parts.dice;
    this.connection = {
      baseUrl: `${parts.outside.url}/${parts.port.split(':')[1]}`,
      timeoutMs: COUNTERPARTY_TIMEOUT_MS,
    };
    this.dead = { baseUrl: parts.deadUrl, timeoutMs: COUNTERPARTY_TIMEOUT_MS };
  }

  /** Starts a service. @param port its name as a port of faults: `sms:twilio` */
  static async start(port: FaultPort): Promise<ServiceWorld> {
    const dice = { value: BEFORE };
    const outside = await OutsideWorld.start(() => dice.value);
    return new ServiceWorld({ outside, port, dice, deadUrl: DEAD_ADDRESS });
  }

  /** Makes every call of the service go wrong. */
  async fault(kind: FaultKind, dice: number = BEFORE, more: { ms?: number } = {}): Promise<void> {
    // Switched on by a call that no dice of the service decide.
    this.#dice.value = dice;
    await this.outside.fault(this.#port, kind, more);
  }

  async heal(): Promise<void> {
    await this.outside.heal();
    await this.outside.control('DELETE', '/services');
  }

  /** Names of the errors that the service documents. */
  async errors(): Promise<string[]> {
    return (await this.#controlled()).errors;
  }

  /** Makes the next answers one of the service's documented errors. */
  async force(error: string, times = 1): Promise<void> {
    const { service } = await this.#controlled();
    await this.outside.control('POST', `/services/${service}`, { error, times });
  }

  /** Finds the service among those whose answers can be chosen. One name may stand for services of two ports. */
  async #controlled(): Promise<{ service: string; errors: string[] }> {
    const services = await this.outside.control<{ service: string; errors: string[] }[]>('GET', '/services');
    const names = [this.#port.split(':')[1], this.#port.replace(':', '-')];
    const mine = services.find(({ service }) => names.includes(service));
    if (!mine) throw new Error(`no service ${this.#port}`);
    return mine;
  }

  stop(): Promise<void> {
    return this.outside.stop();
  }
}

/** Adds a service's credentials to a connection whose time limit changes during a test. */
export const withCredentials = <T extends object>(connection: ServiceConnection, credentials: T) =>
  Object.setPrototypeOf({ ...credentials }, connection) as ServiceConnection & T;
