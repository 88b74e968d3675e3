import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { BannerCarousel } from '../../ui/banner-carousel.tsx';
import { bonus as operation } from '../../operations/bonus.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useServerNow } from '../../ui/time.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { bonusName, standingOf, type Bonus } from './bonus-rules.ts';
import { Terms } from './bonus-terms.tsx';
import { oftenText } from './bonus-words.ts';
import { Notice } from './notice.tsx';
import { useTakeBonus } from './take-bonus.ts';
import styles from './bonus.module.css';

const TICK_MS = 60_000;

/** One bonus: its banners, its terms in plain words, the notice, and the button that takes it. */
export function BonusModal({ props: { code }, onClose }: ModalComponentProps<'bonus'>) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/bonus');
  const currency = useWallet().userInfo?.currency;
  const nowMs = useServerNow(TICK_MS);
  const bonus: Bonus | undefined = data?.find((one) => one.code === code);
  const canTake = bonus !== undefined && standingOf(bonus, nowMs) === 'open';
  return (
    <Dialog
      title={bonus ? bonusName(bonus) : t('bonus.title')}
      onClose={() => onClose()}
      footer={canTake && <TakeButton bonus={bonus} onTaken={() => onClose({ refresh: true })} />}
    >
      {bonus && currency && (
        <div className={styles.modal}>
          {bonus.banners.length > 0 && <BannerCarousel label={bonusName(bonus)} banners={bonus.banners} />}
          <Terms
            terms={bonus.terms}
            percentFail={bonus.percentFail}
            currency={currency}
            often={oftenText(bonus)}
          />
          <Notice percentFail={bonus.percentFail} />
        </div>
      )}
      {data && !bonus && <EmptyState icon="gift" title={t('bonus.gone')} />}
      {!data && error !== undefined && <LoadFailed onRetry={() => mutate()} />}
      {(data === undefined || currency === undefined) && error === undefined && <Placeholder />}
    </Dialog>
  );
}

function TakeButton({ bonus, onTaken }: { bonus: Bonus; onTaken: () => void }) {
  const t = useT();
  const take = useTakeBonus();
  const press = () =>
    take({
      operation,
      code: bonus.code,
      isIt: ({ wagering }) => wagering?.code === bonus.code,
      onTaken,
    });
  return (
    <Button icon="gift" wide onClick={press}>
      {t('bonus.take')}
    </Button>
  );
}

function Placeholder() {
  return (
    <div className={styles.modal} aria-busy>
      <Skeleton height={160} />
      <Skeleton height={240} />
    </div>
  );
}
