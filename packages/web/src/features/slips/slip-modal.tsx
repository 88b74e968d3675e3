import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useReload } from '../../lib/use-api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SlipDraftCard } from './slip-draft-card.tsx';
import { SlipList } from './slip-list.tsx';
import { SlipPicker } from './slip-picker.tsx';
import type { Slip } from './slip-rules.ts';
import { SlipTracker } from './slip-tracker.tsx';
import { useSlipHours } from './slips-api.ts';
import styles from './slips.module.css';
import { useSlipDraft } from './use-slip-draft.ts';

/** Sends a slip, follows it to its result, and lists earlier ones. */
export function SlipModal({ onClose }: ModalComponentProps<'slip'>) {
  const t = useT();
  const [sent, setSent] = useState<Slip | null>(null);
  const { closedUntil } = useSlipHours();
  const reload = useReload();
  const { draft, choose, drop, send } = useSlipDraft((slip) => {
    setSent(slip);
    void reload('POST /api/statement/slip');
  });

  return (
    <Dialog title={t('slips.title')} onClose={() => onClose(sent ? { refresh: true } : undefined)}>
      <div className={styles.modal}>
        {draft ? (
          <SlipDraftCard
            draft={draft}
            isClosed={closedUntil !== null}
            onChoose={choose}
            onDrop={drop}
            onSend={send}
          />
        ) : sent ? (
          <SlipTracker key={`sent-${sent._id}`} sent={sent} onAnother={() => setSent(null)} />
        ) : (
          <SlipPicker onChoose={choose} />
        )}
        {/* A newly sent slip is on the first page. */}
        {!draft && <SlipList key={`after-${sent?._id}`} />}
      </div>
    </Dialog>
  );
}
