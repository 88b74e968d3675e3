import type { ChangeEvent, ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CONVERTED_TYPES, preparePicture, SENT_TYPES } from './prepare-picture.ts';
import { SLIP_MAX_MB } from './slip-rules.ts';
import { useSlipHours } from './slips-api.ts';
import styles from './slips.module.css';

/** Start of a slip: a picture from the phone or its camera, unless slips are not accepted right now. */
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
          <Icon name="receipt" size={30} />
        </span>
        <strong>{t('slips.pick')}</strong>
        <span className={styles.zoneHint}>{t('slips.pickHint')}</span>
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

const ACCEPTED = [...SENT_TYPES, ...CONVERTED_TYPES, '.heic', '.heif'].join(',');

const PROBLEM_TEXT = { wrongType: 'slips.wrongType', cannotOpen: 'slips.cannotOpen' } as const;

interface FileButtonProps {
  className?: string | undefined;
  disabled?: boolean;
  onChoose: (file: File) => void;
  /** Called when another, unusable file was chosen: the player no longer wants the previous one. */
  onRefused?: () => void;
  children: ReactNode;
}

/** The phone's picture chooser behind our own label. Reports an unusable file in a toast. */
export function FileButton(props: FileButtonProps) {
  const { className, disabled = false, onChoose, onRefused, children } = props;
  const t = useT();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Allows the same file to be chosen again.
    target.value = '';
    if (!file) return;
    const prepared = await preparePicture(file);
    if ('file' in prepared) return onChoose(prepared.file);
    const { problem } = prepared;
    toast.error(
      problem === 'tooLarge' ? t('slips.tooLarge', { size: SLIP_MAX_MB }) : t(PROBLEM_TEXT[problem]),
    );
    onRefused?.();
  };
  return (
    <label className={className}>
      <input
        type="file"
        className="visually-hidden"
        accept={ACCEPTED}
        disabled={disabled}
        onChange={(event) => void choose(event)}
      />
      {children}
    </label>
  );
}
