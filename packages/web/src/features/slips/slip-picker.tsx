import type { ChangeEvent, ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { fileProblem, SLIP_MAX_MB, SLIP_TYPES } from './slip-rules.ts';
import { useSlipHours } from './slips-api.ts';
import styles from './slips.module.css';

/** Where a slip begins: a picture from the phone or its camera, unless slips are not taken right now. */
export function SlipPicker({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useT();
  const { closed, closedUntil } = useSlipHours();
  return (
    <section className={styles.start}>
      <FileButton
        className={classNames(styles.zone, closedUntil !== null && styles.zoneClosed)}
        disabled={closedUntil !== null}
        onChoose={onChoose}
      >
        <span className={styles.zoneMark}>
          <Icon name="statement" size={30} />
        </span>
        <strong>{t('slips.pick')}</strong>
        <span className={styles.zoneHint}>{t('slips.pickHint', { size: SLIP_MAX_MB })}</span>
      </FileButton>
      {closedUntil !== null && (
        <p className={styles.warning} role="status">
          <Icon name="clock" size={20} />
          <span>{t('slips.closedNow', { time: closedUntil })}</span>
        </p>
      )}
      <ul className={styles.rules}>
        <li>
          <Icon name="clock" size={16} />
          {t('slips.within')}
        </li>
        {closed && (
          <li>
            <Icon name="moon" size={16} />
            {t('slips.closedDaily', { windows: closed })}
          </li>
        )}
      </ul>
    </section>
  );
}

interface FileButtonProps {
  className?: string | undefined;
  disabled?: boolean;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** The phone's own picture chooser behind a label of ours. A file that cannot be a slip is told by a toast. */
export function FileButton({ className, disabled = false, onChoose, children }: FileButtonProps) {
  const t = useT();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (!file) return;
    const problem = fileProblem(file);
    if (problem === null) onChoose(file);
    else
      toast.error(
        problem === 'wrongType' ? t('slips.wrongType') : t('slips.tooLarge', { size: SLIP_MAX_MB }),
      );
  };
  return (
    <label className={className}>
      <input
        type="file"
        className="visually-hidden"
        accept={SLIP_TYPES.join(',')}
        disabled={disabled}
        onChange={choose}
      />
      {children}
    </label>
  );
}
