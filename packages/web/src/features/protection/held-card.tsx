import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { heldRelease } from '../../operations/held-release.ts';
import { heldWithdraw } from '../../operations/held-withdraw.ts';
import { confirm } from '../../ui/alert-store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Protection } from './types.ts';
import styles from './protection.module.css';
import { useHeldMove } from './use-held-move.ts';

/** Money that cannot be played: it is paid out, or made playable as far as the limits leave room. */
export function HeldCard({ protection, currency }: { protection: Protection; currency: Currency }) {
  const t = useT();
  const move = useHeldMove();
  const { busy, run } = useBusy();
  const heldMinor = minorOf(protection.held);
  if (heldMinor <= 0n) return null;
  const isStopped = protection.break !== null || protection.exclusion !== null;
  const amount = formatMoney(heldMinor, currency);
  const withdraw = () =>
    run(async () => {
      const title = t('held.withdraw');
      const message = t('protection.heldWithdrawAsk', { amount });
      if (await confirm({ title, message })) await move(heldWithdraw, heldMinor);
    });
  const release = () =>
    run(async () => {
      const title = t('held.release');
      if (await confirm({ title, message: t('protection.heldReleaseAsk') }))
        await move(heldRelease, heldMinor);
    });
  return (
    <Card className={styles.card}>
      <h2>{t('protection.held')}</h2>
      <p className={styles.heldAmount}>
        <Amount value={heldMinor} currency={currency} smallDecimals />
      </p>
      <p className={styles.quiet}>{t('protection.heldHint')}</p>
      <Button icon="tray-up" wide disabled={busy} onClick={withdraw}>
        {t('held.withdraw')}
      </Button>
      {!isStopped && (
        <Button variant="secondary" icon="wallet" wide disabled={busy} onClick={release}>
          {t('held.release')}
        </Button>
      )}
    </Card>
  );
}
