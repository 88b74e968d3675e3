import type { Currency, Minor } from '@krapao/contract/money';
import { messageText } from '../../lib/api-error.ts';
import { useT, type Translate } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import type { ModalComponentProps, ModalProps } from '../../lib/modal-store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './collected.module.css';

type Result = ModalProps['collected']['results'][number];

/** Result of collecting all credit: the amount received, and each game's part in it. */
export function CollectedModal({ props: { results }, onClose }: ModalComponentProps<'collected'>) {
  const t = useT();
  const { userInfo } = useWallet();
  const currency = userInfo?.currency ?? 'BAHT';
  const homeMinor = homeOf(results);
  const nameOf = (code: string) => userInfo?.slots.find((slot) => slot.code === code)?.name ?? code;
  return (
    <Dialog
      title={t('transfer.collectTitle')}
      onClose={() => onClose()}
      footer={
        <Button wide onClick={() => onClose()}>
          {t('kit.ok')}
        </Button>
      }
    >
      <div className={styles.collected}>
        <p className={styles.home} data-empty={homeMinor === 0n || undefined}>
          <span>{t(homeMinor === 0n ? 'transfer.collectNone' : 'transfer.collectHome')}</span>
          <Amount value={homeMinor} currency={currency} smallDecimals className={styles.total} />
        </p>
        <ul className={styles.results}>
          {results.map((result) => (
            <ResultRow key={result.code} result={result} name={nameOf(result.code)} currency={currency} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Returns the sum of the amounts that arrived. */
export function homeOf(results: readonly Result[]): Minor {
  const arrived = results.filter(({ status }) => status === 'SUCCESS');
  return arrived.reduce((sum, { amount }) => sum + minorOf(amount), 0n) as Minor;
}

const CHIP = {
  SUCCESS: { tone: 'success', text: 'transfer.collectDone' },
  PENDING: { tone: 'pending', text: 'transfer.collectPending' },
  FAILED: { tone: 'error', text: 'transfer.collectFailed' },
} as const satisfies Record<Result['status'], { tone: Tone; text: string }>;

function ResultRow({ result, name, currency }: { result: Result; name: string; currency: Currency }) {
  const t = useT();
  const { tone, text } = CHIP[result.status];
  const hint = hintOf(result, t);
  const amountMinor = minorOf(result.amount);
  return (
    <li className={styles.result}>
      <span className={styles.name}>{name}</span>
      {amountMinor > 0n && <Amount value={amountMinor} currency={currency} className={styles.amount} />}
      <StatusChip tone={tone}>{t(text)}</StatusChip>
      {hint && <span className={styles.hint}>{hint}</span>}
    </li>
  );
}

/**
 * Returns the reason why a game's credit has not arrived. The catalogue's text for a failed transfer is about
 * the other direction.
 */
function hintOf({ status, message }: Result, t: Translate): string | undefined {
  if (status === 'SUCCESS') return undefined;
  if (status === 'PENDING') return t('transfer.collectPendingHint');
  switch (message) {
    case 'TRANSFER_FAIL':
      return t('transfer.collectStayed');
    case 'MONEY_NOT_ENOUGH':
      return t('transfer.collectChanged');
    default:
      return messageText(message);
  }
}
