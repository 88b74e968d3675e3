import { useMemo } from 'react';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { PlaceNames } from './statement-rules.ts';

/** Display names of payment gateways that differ from their codes. */
const GATEWAY_NAMES: Readonly<Record<string, string>> = { PAYTIMZ: 'PayTimz', PAYONEX: 'PayOneX' };

/** Returns a payment gateway's display name. */
function gatewayName(code: string): string {
  return GATEWAY_NAMES[code] ?? code;
}

/** Returns the names of sources and targets of money, in the language in use. */
export function usePlaceNames(): PlaceNames {
  const t = useT();
  const locale = useLocale();
  const { userInfo } = useWallet();
  const { data: banks } = useApi('GET /api/lookup/banks', undefined, { revalidateOnFocus: false });
  const bankNames = useMemo(
    () => new Map(banks?.map((bank) => [bank.code, bankName(bank, locale)])),
    [banks, locale],
  );
  return {
    mainWallet: t('statement.mainWallet'),
    games: userInfo?.slots ?? [],
    banks: bankNames,
    ewallet: t('statement.ewallet'),
    gift: t('statement.gift'),
    heldBalance: t('statement.heldBalance'),
    qr: (provider) => t('statement.qr', { provider: gatewayName(provider) }),
  };
}
