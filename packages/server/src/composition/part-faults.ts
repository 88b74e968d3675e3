import { QR_PROVIDERS } from '@krapao/contract/limits';
import { sandboxLinks } from '../content/provider-links.ts';
import type { PartsOfContent } from '../content/read.ts';
import type { Content, DepositBank, Provider } from '../content/schema.ts';
import { playedGameService } from '../kernel/sandbox-services.ts';
import { SettingsError, type Settings } from '../kernel/settings.ts';
import type { Part } from '../ports/part.ts';
import type { ServiceOptions, ServiceSettings } from '../adapters/providers/service/options.ts';
import type { PartFault } from './part-fault.ts';
import { settingOf } from './part-names.ts';
import { chosenServices } from './chosen-services.ts';
import { connectService, isPartFault } from './named-services.ts';
import { loadProviderAdapter } from './provider-adapters.ts';
import { senderFaults } from './senders.ts';
import { noServiceRecords } from './unconnected.ts';

/**
 * Returns the connection of a part's counterparty. With the sandbox on, it replaces missing settings.
 * @returns the connection, or its fault
 */
export function readConnection(settings: Settings, part: Part): ServiceOptions | PartFault {
  const { environment, sandboxUrl, sandboxSecret, counterpartyTimeoutMs: timeoutMs } = settings;
  const name = settingOf(part);
  const baseUrl = environment[`${name}_URL`] ?? (sandboxUrl && `${sandboxUrl}/${part.replace(':', '/')}`);
  const secret = environment[`${name}_SECRET`] ?? (sandboxUrl && sandboxSecret);
  const missing = [...(baseUrl ? [] : [`${name}_URL`]), ...(secret ? [] : [`${name}_SECRET`])];
  if (baseUrl && !URL.canParse(baseUrl)) return { part, missing, fault: `${name}_URL: must be an address` };
  return baseUrl && secret ? { baseUrl, secret, timeoutMs } : { part, missing };
}

export const isFault = (connection: ServiceOptions | PartFault): connection is PartFault =>
  'part' in connection;

/**
 * Returns the values of the settings that a provider's adapter has beside address and secret. With the sandbox on and
 * nothing set that the operator's own account would have, they are the sandbox's.
 */
export function readValues(
  { environment, sandboxPublicUrl }: Settings,
  { code, adapter }: Pick<Provider, 'code' | 'adapter'>,
  { required, optional = [] }: ServiceSettings,
): { values: Record<string, string>; faults: string[] } {
  const part = `provider:${code}` as const;
  const name = settingOf(part);
  const own = [...required, ...optional].flatMap((setting) => {
    const value = environment[`${name}_${setting}`];
    return value === undefined ? [] : [[setting, value] as const];
  });
  const isOwn = own.length > 0 || environment[`${name}_SECRET`] !== undefined;
  const played =
    isOwn || sandboxPublicUrl === undefined ? {} : playedGameService(adapter, code, sandboxPublicUrl);
  const given = [...Object.entries(played), ...own];
  const values = Object.fromEntries(given);
  const missing = required.filter((setting) => !(setting in values)).map((setting) => `${name}_${setting}`);
  const odd = given.filter(([setting, value]) => setting.endsWith('URL') && !URL.canParse(value));
  return {
    values,
    faults: [
      ...(missing.length > 0 ? [`${missing.join(', ')}: must be set for the adapter of ${part}`] : []),
      ...odd.map(([setting]) => `${name}_${setting}: must be an address`),
    ],
  };
}

/**
 * Returns the parts that the content uses, each with a counterparty. All content uses the SMS service and the
 * bank.
 */
export function usedParts({ depositAccounts, operator, providers }: PartsOfContent): Part[] {
  const banks = depositAccounts.banks.filter(({ enabled }) => enabled);
  const modes = new Set(depositAccounts.wallets.filter(({ enabled }) => enabled).map(({ mode }) => mode));
  const isPaidByQr = (code: string) => banks.some((bank) => bank.bankCode === code && paysByQr(bank));
  return [
    'sms',
    'bank',
    ...(modes.has('AUTO') ? (['ewallet'] as const) : []),
    ...(modes.has('GIFT') ? (['gift'] as const) : []),
    ...(banks.some(({ bankType }) => bankType === 'BANK') ? (['slip'] as const) : []),
    ...(operator.chatWidget ? (['desk'] as const) : []),
    ...QR_PROVIDERS.filter(isPaidByQr).map((code) => `gateway:${code}` as const),
    ...providers.filter(({ enabled }) => enabled).map(({ code }) => `provider:${code}` as const),
  ];
}

/** Returns whether members pay into an account by a gateway's QR code. */
const paysByQr = ({ bankType, mode }: DepositBank): boolean => bankType === 'PAYMENT' || mode !== 'AUTO';

/** Returns the faults of a part's settings: those of its services, or of our own protocol. */
function connectionFaults(settings: Settings, content: PartsOfContent, part: Part): PartFault[] {
  const ground = { settings, bankCodeOf: () => '', records: noServiceRecords };
  return chosenServices(settings, content, part).flatMap((chosen) => {
    const connected = chosen === 'house' ? readConnection(settings, part) : connectService(ground, chosen);
    return isPartFault(connected) ? [connected] : [];
  });
}

/** Returns the parts of the content that cannot work with these settings and this program. */
export async function findPartFaults(settings: Settings, content: PartsOfContent): Promise<PartFault[]> {
  const connections = usedParts(content).flatMap((part) => [
    ...connectionFaults(settings, content, part),
    ...senderFaults(settings, content, part),
  ]);
  const providers = content.providers.filter(({ enabled }) => enabled);
  const links = settings.sandboxPublicUrl === undefined ? providers.flatMap(linkFaults) : [];
  const values = await findValueFaults(settings, providers);
  return [...connections, ...(await findAdapterFaults(content)), ...values, ...links];
}

/** Returns the parts of the content that cannot work with this program, whatever its settings are. */
export async function findAdapterFaults({ providers }: Pick<Content, 'providers'>): Promise<PartFault[]> {
  const faults = await Promise.all(providers.filter(({ enabled }) => enabled).map(adapterFault));
  return faults.filter((fault) => fault !== undefined);
}

async function adapterFault({ code, adapter }: Provider): Promise<PartFault | undefined> {
  const part = `provider:${code}` as const;
  try {
    if (await loadProviderAdapter(adapter)) return undefined;
    return { part, missing: [], fault: `content: provider ${code} names an unknown adapter, ${adapter}` };
  } catch (error) {
    const fault = `content: provider ${code}: its adapter, ${adapter}, does not load: ${String(error)}`;
    return { part, missing: [], fault };
  }
}

/** Returns the providers whose adapters lack settings of their own. */
async function findValueFaults(settings: Settings, providers: readonly Provider[]): Promise<PartFault[]> {
  const found = await Promise.all(
    providers.map(async (provider): Promise<PartFault[]> => {
      const part = `provider:${provider.code}` as const;
      const loaded = await loadProviderAdapter(provider.adapter).catch(() => undefined);
      const { faults } = readValues(settings, provider, loaded?.settings ?? { required: [] });
      return faults.map((fault) => ({ part, missing: [], fault }));
    }),
  );
  return found.flat();
}

const linkFaults = (provider: Provider): PartFault[] =>
  sandboxLinks(provider).map((link) => ({
    part: `links:${provider.code}`,
    missing: [],
    fault: `content: provider ${provider.code}: ${link} begins with {sandbox}, and SANDBOX=0`,
  }));

/** Describes the faults: a line each, and one line for all missing settings. */
export function describeFaults(faults: readonly PartFault[], otherMissing: readonly string[] = []): string[] {
  const missing = [...otherMissing, ...faults.flatMap((fault) => fault.missing)];
  return [
    ...faults.flatMap(({ fault }) => fault ?? []),
    ...(missing.length > 0 ? [`${missing.join(', ')}: must be set while SANDBOX=0`] : []),
  ];
}

/**
 * Checks the requirements of a first start.
 * @throws SettingsError with every fault
 */
export async function assertConnectable(settings: Settings, content: Content): Promise<void> {
  const lines = describeFaults(await findPartFaults(settings, content), settings.missing);
  if (lines.length > 0) throw new SettingsError(lines.join('\n'));
}

/**
 * Checks the requirements of every start, whatever the content is.
 * @throws SettingsError naming the missing settings
 */
export function assertOwnSettings({ missing }: Settings): void {
  if (missing.length > 0) throw new SettingsError(describeFaults([], missing).join('\n'));
}
