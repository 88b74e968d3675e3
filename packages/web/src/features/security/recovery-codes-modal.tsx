import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { Button } from '../../ui/button.tsx';
import { copyAndTell } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { shownCodes } from './new-codes.ts';
import styles from './security.module.css';

/** The recovery codes, this once. */
export function RecoveryCodesModal({ onClose }: ModalComponentProps<'recovery-codes'>) {
  const t = useT();
  const codes = shownCodes();
  return (
    // They are shown this once: only the answer closes them.
    <Dialog title={t('security.codes')} busy onClose={() => onClose()}>
      <Stack>
        <p>{t('security.codesLead')}</p>
        <ul className={styles.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button variant="secondary" icon="copy" wide onClick={() => copyAndTell(codes.join('\n'))}>
          {t('security.copyCodes')}
        </Button>
        <Button wide onClick={() => onClose()}>
          {t('security.codesKept')}
        </Button>
      </Stack>
    </Dialog>
  );
}
