import { lookup } from '@krapao/contract/lookup';
import { toWire } from '@krapao/contract/money';
import { isQr } from '../../content/checks.ts';
import { localized } from '../../content/fields.ts';
import { qrMaximumOf } from '../../content/qr-maximum.ts';
import type { Bank, Content, DepositBank } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import { withdrawLimits } from '../../content/withdraw-limits.ts';
import type { Router } from '../../http/router.ts';
import type { PartsOff } from '../../ports/part.ts';
import { partOfAccount, partOfWallet } from './parts.ts';

const HOWTO_TOPICS = ['wallet', 'play', 'balance', 'bonus', 'bonusCancel'] as const;

interface LookupOptions {
  off: PartsOff;
  /** Whether members choose between kip and baht. */
  laos: boolean;
}

/** Serves reference data and operator content from the content document, without disabled parts. */
export function lookupRoutes(router: Router, store: ContentStore, { off, laos }: LookupOptions): void {
  visitorLookups(router, store, { off, laos });
  memberLookups(router, store, off);
}

/** Returns the URL of an asset of the content folder. */
const assetUrl = (name: string): string => (name ? `/content/${name}` : '');

function visitorLookups(router: Router, store: ContentStore, { off, laos }: LookupOptions): void {
  router.add(lookup['GET /api/lookup/banks'], async ({ language }) => {
    const { banks, operator } = await store.get();
    // For readers of Lao, the banks of Laos come first.
    const isFirst = (bank: Bank) => language === 'la' && bank.country === 'LA';
    if (laos) return [...banks.banks.filter(isFirst), ...banks.banks.filter((bank) => !isFirst(bank))];
    const country = operator.currency === 'LAK' ? 'LA' : 'TH';
    return banks.banks
      .filter((bank) => bank.country === country && bank.currencies.includes(operator.currency))
      .map(({ code, nameTH, nameEN }) => ({ code, nameTH, nameEN }));
  });

  router.add(lookup['GET /api/lookup/sources'], async ({ language }) =>
    (await store.get()).sources.map(({ code, description }) => ({
      code,
      description: localized(description, language),
    })),
  );

  router.add(lookup['GET /api/lookup/info'], async ({ language }) => {
    const { operator, protection } = await store.get();
    return {
      name: localized(operator.name, language),
      website: operator.website,
      credential: {
        minimum: protection.passwordMinimum,
        refusesEasy: protection.easyPasswords === 'refuse',
      },
    };
  });

  router.add(lookup['GET /api/lookup/contact'], async ({ language }) => {
    const { contactText, operator } = await store.get();
    const { link, qrcode } = operator.contact;
    return { text: localized(contactText, language), link, qrcode: assetUrl(qrcode) };
  });

  router.add(lookup['GET /api/lookup/active'], async ({ language }) => {
    const { active, closedText } = (await store.get()).operator;
    return {
      isActive: active,
      ...(!active && closedText && { message: localized(closedText, language) }),
    };
  });

  router.add(lookup['GET /api/lookup/registerOTP'], async () => ({
    registerOTP: (await store.get()).operator.registerOtp,
  }));

  router.add(lookup['GET /api/lookup/enableChatWidget'], async () => ({
    isActive: (await store.get()).operator.chatWidget && !off.has('desk'),
  }));

  router.add(lookup['GET /api/lookup/howto'], async () => {
    const { howto } = (await store.get()).operator;
    return HOWTO_TOPICS.map((topic) => ({ topic, url: howto[topic] }));
  });
}

function memberLookups(router: Router, store: ContentStore, off: PartsOff): void {
  router.add(lookup['GET /api/lookup/deposit'], async ({ member, language }) => {
    const content = await store.get();
    const { banks, wallets, isManual } = content.depositAccounts;
    return {
      banks: banks
        .filter((bank) => bank.enabled && bank.currency === member.currency && !off.has(partOfAccount(bank)))
        .map((bank) => depositBank(content, bank)),
      wallets: wallets
        .filter(
          (wallet) => wallet.enabled && wallet.currency === member.currency && !off.has(partOfWallet(wallet)),
        )
        .map(({ walletAccountName, displayName, walletAccountNo, mode }) => ({
          walletAccountName,
          ...(displayName && { displayName: localized(displayName, language) }),
          mode,
          ...(mode === 'AUTO' && { walletAccountNo }),
        })),
      isManual,
    };
  });

  router.add(lookup['GET /api/lookup/conditions'], async ({ language }) => ({
    html: localized((await store.get()).conditions, language),
  }));

  router.add(lookup['GET /api/lookup/agreements'], async ({ language }) =>
    localized((await store.get()).agreements, language),
  );

  router.add(lookup['GET /api/lookup/notice'], async ({ language }) => ({
    text: localized((await store.get()).messages.notice, language),
  }));

  router.add(lookup['GET /api/lookup/withdraw'], async ({ member }) => {
    const { min, max } = withdrawLimits(await store.get(), member.currency);
    return { withdrawMin: toWire(min), withdrawMax: toWire(max) };
  });

  router.add(lookup['GET /api/lookup/slip'], async () => (await store.get()).slips);
}

function depositBank(content: Content, account: DepositBank) {
  const named = [...content.banks.banks, ...content.banks.gateways].find(
    (bank) => bank.code === account.bankCode,
  );
  const { bankCode, bankType, mode, bankAccountName, bankAccountNo, currency } = account;
  return {
    bank: { nameTH: named?.nameTH ?? bankCode, nameEN: named?.nameEN ?? bankCode },
    bankType,
    bankCode,
    mode,
    bankAccountName,
    bankAccountNo,
    currency,
    ...(isQr(account) && { qrMaximum: toWire(qrMaximumOf(account)) }),
  };
}
