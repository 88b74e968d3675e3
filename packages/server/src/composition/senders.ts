import type { Content } from '../content/schema.ts';
import type { ContentStore } from '../content/store.ts';
import type { Settings } from '../kernel/settings.ts';
import { parseRanges } from '../kernel/trust-proxy.ts';
import type { Part } from '../ports/part.ts';
import { chosenServices } from './chosen-services.ts';
import type { PartFault } from './part-fault.ts';
import { settingOf } from './part-names.ts';

type Accounts = Pick<Content, 'depositAccounts'>;

/** A list of the addresses from which a counterparty calls us. */
interface SenderList {
  setting: string;
  text: string;
}

/** Returns the lists that the settings have for a part: `DESK_SENDERS`, or those of a named service. */
function listsOf(settings: Settings, content: Accounts, part: Part): SenderList[] {
  const prefixes = chosenServices(settings, content, part).map((chosen) =>
    chosen === 'house' ? settingOf(part) : chosen.prefix,
  );
  return prefixes.flatMap((prefix) => {
    const setting = `${prefix}_SENDERS`;
    const text = settings.environment[setting]?.trim();
    return text ? [{ setting, text }] : [];
  });
}

/** Returns the faults of the lists of a part. */
export const senderFaults = (settings: Settings, content: Accounts, part: Part): PartFault[] =>
  listsOf(settings, content, part)
    .filter(({ text }) => !parseRanges(text))
    .map(({ setting }) => ({
      part,
      missing: [],
      fault: `${setting}: must be addresses and ranges, with commas between`,
    }));

/** Returns the function that tells whether callbacks of a part may come from an address, by the content in force. */
export const sendersOf =
  (settings: Settings, store: Pick<ContentStore, 'get'>) =>
  async (part: Part, address: string): Promise<boolean> =>
    maySend(settings, await store.get(), part, address);

/**
 * Returns whether callbacks of a part may come from an address. Without a list they may come from anywhere: most
 * services name no addresses, and a signature proves them.
 */
export function maySend(settings: Settings, content: Accounts, part: Part, address: string): boolean {
  const lists = listsOf(settings, content, part);
  return lists.length === 0 || lists.some(({ text }) => parseRanges(text)?.(address) === true);
}
