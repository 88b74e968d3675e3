import { navigate } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import type { SpinResult, Wheel } from './spinwheel-api.ts';
import { verifyPath } from './verify-path.ts';
import styles from './spinwheel.module.css';

interface PrizePopupProps {
  result: SpinResult;
  /** The prize's slice, where the wheel has it. */
  slice: Wheel['slices'][number] | undefined;
  onClose: () => void;
  onCoupons?: (() => void) | undefined;
  onLeave?: (() => void) | undefined;
}

/** Result of a spin. */
export function PrizePopup({ result, slice, onClose, onCoupons, onLeave }: PrizePopupProps) {
  const t = useT();
  const leaveTo = (go: () => void) => () => {
    onClose();
    onLeave?.();
    go();
  };
  const drawId = result.draw?.drawId;
  return (
    <Dialog title={t('spin.prizeTitle')} size="small" bare onClose={onClose}>
      <div className={styles.prize}>
        <span className={styles.jewel} style={{ background: slice?.bgColor }} aria-hidden>
          <span className={styles.jewelHeart} style={{ background: slice?.textColor }} />
        </span>
        <p className={styles.prizeHint}>{t('spin.prizeTitle')}</p>
        <h2 className={styles.prizeName}>{result.label}</h2>
        {slice?.htmlDescription && <SafeHtml html={slice.htmlDescription} className={styles.prizeText} />}
        <div className={styles.prizeActions}>
          <Button wide onClick={onClose}>
            {t('kit.ok')}
          </Button>
          {onCoupons && (
            <Button variant="secondary" wide onClick={leaveTo(onCoupons)}>
              {t('spin.toCoupons')}
            </Button>
          )}
          {drawId !== undefined && (
            <Button
              variant="ghost"
              size="small"
              icon="shield"
              onClick={leaveTo(() => navigate(verifyPath(drawId)))}
            >
              {t('spin.verify')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
