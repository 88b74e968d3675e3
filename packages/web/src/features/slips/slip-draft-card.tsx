import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { FileButton } from './slip-picker.tsx';
import styles from './slips.module.css';
import type { Draft, Finding } from './use-slip-draft.ts';

interface SlipDraftCardProps {
  draft: Draft;
  isClosed: boolean;
  onChoose: (file: File) => void;
  onDrop: () => void;
  onSend: () => Promise<void>;
}

/** The chosen picture, the finding, and the send button: whatever the finding, the player decides. */
export function SlipDraftCard({ draft, isClosed, onChoose, onDrop, onSend }: SlipDraftCardProps) {
  const t = useT();
  const { file, preview, finding, progress, isCut } = draft;
  const isSending = progress !== null;
  const isDoubtful = finding !== null && finding.kind !== 'slip' && finding.kind !== 'unknown';
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <section className={styles.draft}>
      <div role="status">
        {isCut && (
          <Note tone={styles.doubt} icon="offline" title={t('slips.cut')}>
            {t('slips.cutHint')}
          </Note>
        )}
        <FindingNote finding={finding} />
      </div>
      <div className={styles.frame}>
        {preview ? <Preview picture={preview} /> : <Icon name="receipt" size={48} />}
      </div>
      <p className={styles.fileName} translate="no">
        {file.name}
      </p>
      {isSending && (
        <div className={styles.sending}>
          <label htmlFor="slip-progress">{t('slips.sending', { percent })}</label>
          <progress id="slip-progress" max={100} value={percent} />
        </div>
      )}
      <div className={styles.reach}>
        <Button wide icon="receipt" busy={isSending} disabled={isClosed} onClick={onSend}>
          {t(isDoubtful ? 'slips.sendAnyway' : 'slips.send')}
        </Button>
        <div className={styles.lesser}>
          <FileButton
            className={classNames(styles.another, isSending && styles.off)}
            disabled={isSending}
            onChoose={onChoose}
            onRefused={onDrop}
          >
            {t('slips.pickAnother')}
          </FileButton>
          <Button variant="ghost" disabled={isSending} onClick={onDrop}>
            {t('kit.cancel')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Preview({ picture }: { picture: ImageBitmap }) {
  const t = useT();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvasRef.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return (
    <canvas
      ref={canvasRef}
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label={t('slips.preview')}
    />
  );
}

/** Text of the finding. */
function FindingNote({ finding }: { finding: Finding }) {
  const t = useT();
  if (finding === null) {
    return (
      <p className={styles.note}>
        <Ring size={18} />
        {t('slips.checking')}
      </p>
    );
  }
  switch (finding.kind) {
    case 'unknown':
      return null;
    case 'slip':
      return (
        <Note tone={styles.found} icon="check-circle" title={t('slips.looksGood')}>
          {t('slips.reference', { reference: finding.reference })}
        </Note>
      );
    case 'not-slip':
      return (
        <Note tone={styles.doubt} icon="alert" title={t('slips.notSlip')}>
          {t('slips.notSlipHint')}
        </Note>
      );
    case 'unclear':
      return (
        <Note tone={styles.doubt} icon="alert" title={t('slips.unclear')}>
          {t('slips.unclearHint')}
        </Note>
      );
    case 'sent-before':
      return (
        <Note tone={styles.doubt} icon="info" title={t('slips.sentBefore')}>
          {t('slips.sentBeforeHint', { time: formatDateTime(finding.sentAt) })}
        </Note>
      );
    default:
      return finding satisfies never;
  }
}

interface NoteProps {
  tone: string | undefined;
  icon: IconName;
  title: string;
  children: string;
}

function Note({ tone, icon, title, children }: NoteProps) {
  return (
    <div className={classNames(styles.finding, tone)}>
      <Icon name={icon} size={22} />
      <p>
        <strong>{title}</strong>
        <span>{children}</span>
      </p>
    </div>
  );
}
