import { randomUUID } from 'node:crypto';
import { createSlipLookup } from '../adapters/slip-lookup-service.ts';
import type { Content } from '../content/schema.ts';
import type { Settings } from '../kernel/settings.ts';
import { MAINTENANCE_AT_PROVIDER, NO_PLAYER_AT_PROVIDER, type GameProvider } from '../ports/game-provider.ts';
import { unknown, type NotFound, type Outcome, type Refused, type Unknown } from '../ports/outcome.ts';
import type { Part } from '../ports/part.ts';
import type { CheckedService } from '../ports/service-check.ts';
import type { ServiceRecords } from '../ports/service-records.ts';
import type { SlipAnswer, SlipLookup } from '../ports/slip-lookup.ts';
import { chosenServices } from './chosen-services.ts';
import { bankCodesOf, type Counterparties } from './counterparties.ts';
import type { ChosenService } from './named-service.ts';
import { chosenSlips, connectService, isPartFault } from './named-services.ts';
import { isFault, readConnection } from './part-faults.ts';
import { settingOf } from './part-names.ts';

/** What a harmless call showed. `right`: the service answered as it should. */
export interface Probed {
  is: 'right' | 'refused' | 'unclear';
  /** Empty when it is right. */
  reason: string;
  balance?: string;
  /** The service has no credentials. */
  needsNone?: true;
}

/** The harmless call of one service. */
export interface Probe {
  service: string;
  urlSetting: string;
  secretSetting: string;
  /** Undefined where no harmless call is known, or the service only calls us. */
  ask?: () => Promise<Probed>;
}

interface Ground {
  settings: Settings;
  content: Content;
  counterparties: Counterparties;
  records: ServiceRecords;
}

const RIGHT: Probed = { is: 'right', reason: '' };
/** A bank’s number and a reference that no slip has. */
const NO_SLIP = { sendingBank: '004', reference: 'KRAPAOCHECK000000000' };
/** A gift link and a player that nobody has. */
const NO_GIFT = { code: 'krapaocheck0000000', mobile: '0600000000' };
const NO_PLAYER = 'kpcheck0000';

/** Returns the harmless calls of the services behind a part. */
export function probesOf(part: Part, ground: Ground): Probe[] {
  const { settings, content, counterparties } = ground;
  const { sms, bank, bankFeed, ewalletFeed, giftWallet, desk, gateways, providers } = counterparties;
  const [kind, code = ''] = part.split(':');
  const [chosen = 'house'] = chosenServices(settings, content, part);
  const probe = (ask: Probe['ask'], service: string = part): Probe => ({
    ...namesOf(settings, part, chosen, service),
    ...(ask && { ask }),
  });
  switch (kind) {
    case 'sms':
      return [probe(asker(sms))];
    case 'desk':
      return [probe(asker(desk))];
    case 'bank': {
      const payouts = asker(bank) ?? (async () => missing(await bank.lookUp(randomUUID())));
      const feed: Probe = {
        ...namesOf(settings, part, 'house', 'bank feed'),
        ask: async () => answered(await bankFeed.read('')),
      };
      return [probe(payouts), ...(settings.services.bankFeed === 'house' ? [feed] : [])];
    }
    case 'ewallet':
      // A digital wallet with a webhook only calls us.
      return [probe(chosen === 'house' ? async () => answered(await ewalletFeed.read('')) : undefined)];
    case 'gift':
      return [
        probe(async () => {
          const told = await giftWallet.ticket(NO_GIFT);
          const probed: Probed = told.outcome === 'unknown' ? unclear(told.reason) : RIGHT;
          return chosen === 'house' ? probed : { ...probed, needsNone: true };
        }),
      ];
    case 'slip':
      return slipProbes(ground);
    case 'gateway': {
      const gateway = gateways.get(code);
      if (!gateway) return [];
      return [probe(asker(gateway) ?? (async () => missing(await gateway.payments(randomUUID()))))];
    }
    case 'provider': {
      const provider = providers.get(code);
      return provider ? [probe(() => askProvider(provider))] : [];
    }
    default:
      return [];
  }
}

/** Returns the names of a service's settings. The sandbox stands in for missing ones. */
function namesOf(
  { environment, sandboxUrl }: Settings,
  part: Part,
  chosen: ChosenService<object> | 'house',
  service: string,
): Omit<Probe, 'ask'> {
  if (chosen !== 'house') {
    const { prefix, name } = chosen;
    const secret = `${prefix}_KEY` in environment ? `${prefix}_KEY, ${prefix}_SECRET` : `${prefix}_SECRET`;
    return { service: `${service} (${name})`, urlSetting: `${prefix}_URL`, secretSetting: secret };
  }
  const name = settingOf(part);
  const nameOf = (end: string): string =>
    sandboxUrl === undefined || `${name}_${end}` in environment ? `${name}_${end}` : `SANDBOX_${end}`;
  return { service, urlSetting: nameOf('URL'), secretSetting: nameOf('SECRET') };
}

/** Slip look-ups are checked one by one: members meet them as one. */
function slipProbes({ settings, content, records }: Ground): Probe[] {
  const codes = bankCodesOf(content);
  const bankCodeOf = (number: string): string => codes.get(number) ?? '';
  return chosenSlips(settings).flatMap((chosen): Probe[] => {
    const names = namesOf(settings, 'slip', chosen, 'slip');
    let lookup: SlipLookup;
    if (chosen === 'house') {
      const connection = readConnection(settings, 'slip');
      if (isFault(connection)) return [];
      lookup = createSlipLookup(connection);
    } else {
      const connected = connectService({ settings, bankCodeOf, records }, chosen);
      if (isPartFault(connected)) return [];
      lookup = connected;
    }
    return [{ ...names, ask: asker(lookup) ?? (async () => slipAnswered(await lookup.lookUp(NO_SLIP))) }];
  });
}

function slipAnswered(told: Outcome<SlipAnswer>): Probed {
  if (told.outcome === 'done' && told.value.status === 'quota') return unclear('the quota is used up');
  // A refusal of a slip that is none is an answer, too.
  return told.outcome === 'unknown' ? unclear(told.reason) : RIGHT;
}

/** Asks whether a provider is up, and then about a player whom nobody has: the first may need no credentials. */
async function askProvider(provider: GameProvider): Promise<Probed> {
  const health = await provider.health();
  if (health.outcome !== 'done') return ofProvider(health);
  const balance = await provider.balance(NO_PLAYER);
  if (balance.outcome === 'done' || balance.reason === NO_PLAYER_AT_PROVIDER) return RIGHT;
  return ofProvider(balance);
}

/** A provider that is closed for a while refuses everybody. */
const ofProvider = ({ outcome, reason }: Refused | Unknown): Probed =>
  outcome === 'refused' && reason !== MAINTENANCE_AT_PROVIDER ? { is: 'refused', reason } : unclear(reason);

/** Returns the call of a port that has one for checks. */
function asker(port: CheckedService): (() => Promise<Probed>) | undefined {
  if (!port.check) return undefined;
  return async () => {
    const told = (await port.check?.()) ?? unknown('it has no check');
    if (told.outcome === 'done') return told.value === null ? RIGHT : { ...RIGHT, balance: told.value };
    return told.outcome === 'refused' ? { is: 'refused', reason: told.reason } : unclear(told.reason);
  };
}

const unclear = (reason: string): Probed => ({ is: 'unclear', reason });

const answered = (told: Outcome<unknown>): Probed => (told.outcome === 'done' ? RIGHT : unclear(told.reason));

/** Reads the answer about something that there is not. */
const missing = (told: Outcome<unknown> | NotFound | { outcome: 'differs'; reason: string }): Probed =>
  told.outcome === 'done' || told.outcome === 'not_found' ? RIGHT : unclear(told.reason);
