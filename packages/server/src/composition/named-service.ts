import type { ServiceConnection } from '../adapters/http/service-call.ts';
import type { BankCodeOf } from '../adapters/slip-parties.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Part } from '../ports/part.ts';
import type { ServiceRecords } from '../ports/service-records.ts';

/** A setting of a service, by the end of its name: `SENDER` is `SMS_SENDER`. */
export interface ServiceSetting {
  name: string;
  /** Value while it is not set; without one it must be set. */
  unset?: string;
  /** Values that it takes. */
  pattern?: RegExp;
  expects?: string;
}

/** The installation's own facts that services need. */
export interface ServiceGround {
  settings: Settings;
  /** Returns the code of a bank of the content by its three digits; empty for an unknown one. */
  bankCodeOf: BankCodeOf;
  /** Requests to services that are asked about by references of their own. */
  records: ServiceRecords;
}

/** Creates what speaks to a service. @param told returns the value of a setting */
export type Create<T> = (
  connection: ServiceConnection,
  told: (name: string) => string,
  ground: ServiceGround & { part: Part },
) => T;

/** How a service with a protocol of its own is connected. */
export interface NamedService<P> {
  /** Its public address, while no setting names another; null for one that only calls us. */
  url: string | null;
  settings: readonly ServiceSetting[];
  create: Create<P>;
}

export type ByName<P, Name extends string> = Readonly<Record<Exclude<Name, 'house'>, NamedService<P>>>;

/** A service as the settings name it. */
export interface ChosenService<P> {
  name: string;
  part: Part;
  /** Beginning of its settings' names: `SMS`. */
  prefix: string;
  /** The setting that names it, with its value: `SMS_SERVICE=twilio`. */
  chosenBy: string;
  service: NamedService<P>;
}
