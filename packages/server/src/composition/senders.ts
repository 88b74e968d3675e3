import type { Settings } from '../kernel/settings.ts';
import { parseRanges } from '../kernel/trust-proxy.ts';
import type { Part } from '../ports/part.ts';
import { chosenServices } from './chosen-services.ts';
import type { PartFault } from './part-fault.ts';
import { settingOf } from './part-names.ts';

/** A list of the addresses from which a counterparty calls us. */
interface SenderList {
  setting: string;
  text: string;
}

/** Returns the lists that the settings have for a part: `DESK_SENDERS`, or those of a named service. */
function listsOf(settings: Settings, part: Part): SenderList[] {
  const prefixes = chosenServices(settings, part).map((chosen) =>
    chosen === 'house' ? settingOf(part) : chosen.prefix,
  );
  return prefixes.flatMap((prefix) => {
    const setting = `${prefix}_SENDERS`;
    const text = settings.environment[setting]?.trim();
    return text ? [{ setting, text }] : [];
  });
}

/** Returns the faults of the lists of a part. */
export const senderFaults = (settings: Settings, part: Part): PartFault[] =>
  listsOf(settings, part)
    .filter(({ text }) => !parseRanges(text))
    .map(({ setting }) => ({
      part,
      missing: [],
      fault: `${setting}: must be addresses and ranges, with commas between`,
    }));

/** Returns the function that tells whether callbacks of a part may come from an address. */
export const sendersOf =
  (settings: Settings) =>
  (part: Part, address: string): boolean =>
    maySend(settings, part, address);

/**
 * Returns whether callbacks of a part may come from an address. Without a list they may come from anywhere: most
 * services name no addresses, and a signature proves them.
 */
export function maySend(settings: Settings, part: Part, address: string): boolean {
  const lists = listsOf(settings, part);
  return lists.length === 0 || lists.some(({ text }) => parseRanges(text)?.(address) === true);
}
