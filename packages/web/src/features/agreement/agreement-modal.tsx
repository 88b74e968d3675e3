import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { writeStored } from '../../lib/storage.ts';
import { useApi } from '../../lib/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './agreement.module.css';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    agreement: 'logIn';
  }
}

/** The operator's agreements, with a checkbox that stops the modal from opening by itself again. */
export function AgreementModal({ onClose }: ModalComponentProps<'agreement'>) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/agreements', undefined, {
    revalidateOnFocus: false,
  });
  const [doNotShow, setDoNotShow] = useState(false);
  const close = () => {
    if (doNotShow) writeStored('agreement', '1');
    onClose();
  };
  return (
    <Dialog
      title={t('agreement.title')}
      size="large"
      onClose={close}
      footer={
        <div className={styles.footer}>
          <Checkbox label={t('agreement.doNotShow')} checked={doNotShow} onChange={setDoNotShow} />
          <Button wide onClick={close}>
            {t('agreement.understood')}
          </Button>
        </div>
      }
    >
      {data === undefined && (error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />)}
      {data?.map((html) => (
        <SafeHtml key={html} html={html} className={styles.piece} />
      ))}
    </Dialog>
  );
}
