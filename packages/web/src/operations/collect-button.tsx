import type { Minor } from '@krapao/contract/money';
import { useT } from '../lib/i18n/i18n.ts';
import { formatMoney } from '../lib/money.ts';
import { Button } from '../ui/button.tsx';
import { useCollect } from './use-collect.ts';
import type { UserInfo } from '../wallet/wallet-state.ts';

interface CollectButtonProps {
  userInfo: UserInfo;
  disabled: boolean;
  /** Called when an answer came and its result is shown. */
  onDone: () => void;
}

/** Collects the credit of every game with one press. Not rendered while there is none. */
export function CollectButton({ userInfo, disabled, onDone }: CollectButtonProps) {
  const t = useT();
  const collect = useCollect();
  const { totalMinor, wallet, currency } = userInfo;
  const inGamesMinor = (totalMinor - wallet.amountMinor) as Minor;
  if (inGamesMinor <= 0n) return null;
  const press = async () => {
    if (await collect()) onDone();
  };
  return (
    <Button variant="ghost" icon="wallet" wide disabled={disabled} onClick={press}>
      {t('transfer.collectAmount', { amount: formatMoney(inGamesMinor, currency) })}
    </Button>
  );
}
