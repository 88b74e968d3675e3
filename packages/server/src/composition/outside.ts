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
import type { Content, DepositBank } from '../content/schema.ts';
import { SettingsError, type Settings } from '../kernel/settings.ts';
import type { Bank } from '../ports/bank.ts';
import { noDesk, noFeed, noGiftWallet, noSlipLookup } from './unconnected.ts';
import type { BankFeed, EwalletFeed } from '../ports/feeds.ts';
import type { GameProvider } from '../ports/game-provider.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
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
 * with the sandbox on, it stands in for those that are not set. Only what the content uses is demanded.
 * @throws SettingsError naming every setting that is missing
 */
export async function connectOutside(settings: Settings, content: Content): Promise<Outside> {
  const missing = [...settings.missing];
  const connect = (name: string, sandboxPath: string, isUsed: boolean): SignedClientOptions | undefined => {
    const { sandboxUrl, environment } = settings;
    const baseUrl = environment[`${name}_URL`] ?? (sandboxUrl && sandboxUrl + sandboxPath);
    const secret = environment[`${name}_SECRET`] ?? (sandboxUrl && settings.sandboxSecret);
    if (isUsed && baseUrl && !URL.canParse(baseUrl))
      throw new SettingsError(`${name}_URL: must be an address`);
    if (baseUrl && URL.canParse(baseUrl) && secret)
      return { baseUrl, secret, timeoutMs: settings.outsideTimeoutMs };
    if (!isUsed) return undefined;
    if (!baseUrl) missing.push(`${name}_URL`);
    if (!secret) missing.push(`${name}_SECRET`);
    return undefined;
  };
  const { depositAccounts, operator } = content;
  const banks = depositAccounts.banks.filter(({ enabled }) => enabled);
  const wallets = depositAccounts.wallets.filter(({ enabled }) => enabled);
  const has = (mode: 'AUTO' | 'GIFT') => wallets.some((wallet) => wallet.mode === mode);

  const sms = connect('SMS', '/sms', true);
  const bank = connect('BANK', '/bank', true);
  const ewallet = connect('EWALLET', '/ewallet', has('AUTO'));
  const gift = connect('GIFT', '/gift', has('GIFT'));
  const slip = connect(
    'SLIP',
    '/slip',
    banks.some(({ bankType }) => bankType === 'BANK'),
  );
  const desk = connect('DESK', '/desk', operator.chatWidget);
  const gateways = new Map<string, PaymentGateway>();
  for (const code of QR_PROVIDERS) {
    const isUsed = banks.some((one) => one.bankCode === code && paysByQr(one));
    const options = connect(`GATEWAY_${code}`, `/gateway/${code}`, isUsed);
    if (options) gateways.set(code, createQrGateway(options));
  }
  const providers = new Map<string, GameProvider>();
  for (const { code, adapter, enabled } of content.providers) {
    const create = await loadProviderAdapter(adapter);
    if (!create) {
      if (!enabled) continue;
      throw new SettingsError(`content: provider ${code} names an unknown adapter, ${adapter}`);
    }
    // One that is switched off may hold members' credit: it is connected where it can be.
    const options = connect(`PROVIDER_${code}`, `/provider/${code}`, enabled);
    if (options) providers.set(code, create(options));
  }
  checkLinks(settings, content);
  if (missing.length > 0 || !sms || !bank) {
    throw new SettingsError(`${missing.join(', ')}: must be set while SANDBOX=0`);
  }
  return {
    sms: createSmsService(sms),
    bank: createPayoutBank(bank),
    bankFeed: createBankFeed(bank),
    ewalletFeed: ewallet ? createEwalletFeed(ewallet) : noFeed,
    giftWallet: gift ? createGiftWallet(gift) : noGiftWallet,
    slipLookup: slip ? createSlipLookup(slip) : noSlipLookup,
    desk: desk ? createSupportDesk(desk) : noDesk,
    gateways,
    providers,
  };
}

/** Whether members pay into an account by the QR code of a gateway. */
const paysByQr = ({ bankType, mode }: DepositBank): boolean => bankType === 'PAYMENT' || mode !== 'AUTO';

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
