import { existsSync } from 'node:fs';
import path from 'node:path';
import { QR_PROVIDERS } from '@krapao/contract/limits';
import { createBankFeed, createEwalletFeed } from '../adapters/feeds.ts';
import { createGiftWallet } from '../adapters/gift-wallet-service.ts';
import type { SignedClientOptions } from '../adapters/http/signed-client.ts';
import { createPayoutBank } from '../adapters/payout-bank.ts';
import { createQrGateway } from '../adapters/qr-gateway.ts';
import { createSlipLookup } from '../adapters/slip-lookup-service.ts';
import { createSmsService } from '../adapters/sms-service.ts';
import { findSandboxLink } from '../content/provider-links.ts';
import { createSupportDesk } from '../adapters/support-desk-service.ts';
import type { Content } from '../content/schema.ts';
import { SettingsError, type Settings } from '../kernel/settings.ts';
import type { Bank } from '../ports/bank.ts';
import type { BankFeed, EwalletFeed } from '../ports/feeds.ts';
import type { GameProvider } from '../ports/game-provider.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import { refused } from '../ports/outcome.ts';
import type { Sms } from '../ports/sms.ts';
import type { SupportDesk } from '../ports/support-desk.ts';

/** The outside world, as the settings and the content connect it. */
export interface Outside {
  sms: Sms;
  bank: Bank;
  bankFeed: BankFeed;
  ewalletFeed: EwalletFeed;
  giftWallet: GiftWallet;
  slipLookup: SlipLookup;
  desk: SupportDesk;
  gateways: ReadonlyMap<string, PaymentGateway>;
  providers: ReadonlyMap<string, GameProvider>;
}

/**
 * Connects the adapters. Each counterparty `NAME` has `NAME_URL` and `NAME_SECRET` in the environment;
 * with the sandbox on, it stands in for those that are not set.
 */
export async function connectOutside(settings: Settings, content: Content): Promise<Outside> {
  const connection = (name: string, sandboxPath: string): SignedClientOptions => {
    const { sandboxUrl, environment } = settings;
    const baseUrl = environment[`${name}_URL`] ?? (sandboxUrl && sandboxUrl + sandboxPath);
    const secret = environment[`${name}_SECRET`] ?? (sandboxUrl && settings.sandboxSecret);
    if (!baseUrl || !URL.canParse(baseUrl))
      throw new SettingsError(`${name}_URL: must be an address while SANDBOX=0`);
    if (!secret) throw new SettingsError(`${name}_SECRET: must be set while SANDBOX=0`);
    return { baseUrl, secret, timeoutMs: settings.outsideTimeoutMs };
  };
  const providers = new Map<string, GameProvider>();
  for (const { code, adapter, enabled } of content.providers) {
    const create = await loadProviderAdapter(adapter);
    try {
      if (!create) throw new SettingsError(`content: provider ${code} names an unknown adapter, ${adapter}`);
      providers.set(code, create(connection(`PROVIDER_${code}`, `/provider/${code}`)));
    } catch (error) {
      // One that is switched off may hold members' credit: it is connected where it can be, and nothing more.
      if (enabled || !(error instanceof SettingsError)) throw error;
    }
  }
  checkLinks(settings, content);
  return {
    sms: createSmsService(connection('SMS', '/sms')),
    bank: createPayoutBank(connection('BANK', '/bank')),
    bankFeed: createBankFeed(connection('BANK', '/bank')),
    ewalletFeed: createEwalletFeed(connection('EWALLET', '/ewallet')),
    giftWallet: createGiftWallet(connection('GIFT', '/gift')),
    slipLookup: createSlipLookup(connection('SLIP', '/slip')),
    desk: connectDesk(content, connection),
    gateways: new Map(
      QR_PROVIDERS.map((code) => [code, createQrGateway(connection(`GATEWAY_${code}`, `/gateway/${code}`))]),
    ),
    providers,
  };
}

/** @throws SettingsError when a provider's link leads to a sandbox that is left out */
export function checkLinks({ sandboxPublicUrl }: Settings, content: Content): void {
  const link = sandboxPublicUrl === undefined && findSandboxLink(content);
  if (link) throw new SettingsError(`content: provider ${link} begins with {sandbox}, and SANDBOX=0`);
}

type CreateProvider = (options: SignedClientOptions) => GameProvider;

/**
 * Adapters of game providers are found by their name: `signed-json` is the file of that name, which exports
 * `createSignedJson`. Undefined when there is no such adapter.
 * @param name letters, digits and hyphens, as the content's schema has it
 */
async function loadProviderAdapter(name: string): Promise<CreateProvider | undefined> {
  // Programs run from what is built, tests from the source.
  const file = `../adapters/providers/${name}${path.extname(import.meta.url)}`;
  const url = new URL(file, import.meta.url);
  if (!existsSync(url)) return undefined;
  const module = (await import(url.href)) as Readonly<Record<string, unknown>>;
  const words = name.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const create = module[`create${words.join('')}`];
  return typeof create === 'function' ? (create as CreateProvider) : undefined;
}

/** Who offers no chat needs no desk; what is written all the same stays unanswered. */
function connectDesk(
  { operator }: Content,
  connection: (name: string, sandboxPath: string) => SignedClientOptions,
): SupportDesk {
  if (operator.chatWidget) return createSupportDesk(connection('DESK', '/desk'));
  return { deliver: async () => refused('there is no support desk'), readReply: () => null };
}
