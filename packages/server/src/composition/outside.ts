import { QR_PROVIDERS } from '@krapao/contract/limits';
import { createBankFeed, createEwalletFeed } from '../adapters/feeds.ts';
import { createGiftWallet } from '../adapters/gift-wallet-service.ts';
import type { SignedClientOptions } from '../adapters/http/signed-client.ts';
import { createPayoutBank } from '../adapters/payout-bank.ts';
import { createBalanceOnly } from '../adapters/providers/balance-only.ts';
import { createHashedForm } from '../adapters/providers/hashed-form.ts';
import { createHtmlLaunch } from '../adapters/providers/html-launch.ts';
import { createPageTokens } from '../adapters/providers/page-tokens.ts';
import { createSignedJson } from '../adapters/providers/signed-json.ts';
import { createQrGateway } from '../adapters/qr-gateway.ts';
import { createSlipLookup } from '../adapters/slip-lookup-service.ts';
import { createSmsService } from '../adapters/sms-service.ts';
import type { Content } from '../content/schema.ts';
import { SettingsError, type Settings } from '../kernel/settings.ts';
import type { Bank } from '../ports/bank.ts';
import type { BankFeed, EwalletFeed } from '../ports/feeds.ts';
import type { GameProvider } from '../ports/game-provider.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import type { Sms } from '../ports/sms.ts';

/** Adapters by the name content gives them. This file is the one place that names adapters. */
const PROVIDER_ADAPTERS: Readonly<Record<string, (options: SignedClientOptions) => GameProvider>> = {
  'signed-json': createSignedJson,
  'hashed-form': createHashedForm,
  'balance-only': createBalanceOnly,
  'html-launch': createHtmlLaunch,
  'page-tokens': createPageTokens,
};

/** The outside world, as the settings and the content connect it. */
export interface Outside {
  sms: Sms;
  bank: Bank;
  bankFeed: BankFeed;
  ewalletFeed: EwalletFeed;
  giftWallet: GiftWallet;
  slipLookup: SlipLookup;
  gateways: ReadonlyMap<string, PaymentGateway>;
  providers: ReadonlyMap<string, GameProvider>;
}

/**
 * Connects the adapters. Each counterparty `NAME` has `NAME_URL` and `NAME_SECRET` in the environment;
 * with the sandbox on, it stands in for those that are not set.
 */
export function connectOutside(settings: Settings, content: Content): Outside {
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
    if (!enabled) continue;
    const create = PROVIDER_ADAPTERS[adapter];
    if (!create) throw new SettingsError(`content: provider ${code} names an unknown adapter, ${adapter}`);
    providers.set(code, create(connection(`PROVIDER_${code}`, `/provider/${code}`)));
  }
  return {
    sms: createSmsService(connection('SMS', '/sms')),
    bank: createPayoutBank(connection('BANK', '/bank')),
    bankFeed: createBankFeed(connection('BANK', '/bank')),
    ewalletFeed: createEwalletFeed(connection('EWALLET', '/ewallet')),
    giftWallet: createGiftWallet(connection('GIFT', '/gift')),
    slipLookup: createSlipLookup(connection('SLIP', '/slip')),
    gateways: new Map(
      QR_PROVIDERS.map((code) => [code, createQrGateway(connection(`GATEWAY_${code}`, `/gateway/${code}`))]),
    ),
    providers,
  };
}
