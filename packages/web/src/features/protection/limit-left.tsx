import type { LimitKind } from '@krapao/contract/protection';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { useApi } from '../../lib/use-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './protection.module.css';

const LEFT_TEXT = { deposit: 'protection.leftDeposit', loss: 'protection.leftLoss' } as const;

/** The amount that the tightest limit of a kind leaves. Nothing without a limit of the kind. */
function LimitLeft({ kind }: { kind: LimitKind }) {
  const t = useT();
  const { data } = useApi('GET /api/protection');
  const currency = useWallet().userInfo?.currency;
  const left = data?.limits.filter((limit) => limit.kind === kind).map((limit) => limit.left) ?? [];
  if (left.length === 0 || !currency) return null;
  return (
    <p className={styles.limitLeft} role="status">
      {t(LEFT_TEXT[kind], { amount: formatMoney(minorOf(Math.min(...left)), currency) })}
    </p>
  );
}

export const DepositLeft = () => <LimitLeft kind="deposit" />;
export const LossLeft = () => <LimitLeft kind="loss" />;
