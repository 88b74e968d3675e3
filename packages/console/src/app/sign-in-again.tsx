import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useT } from '../lib/i18n.ts';
import { Entrance } from './entrance.tsx';
import styles from './sign-in-again.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Covers the console when the session is over; what was typed stays behind it. */
export function SignInAgain({ email }: { email: string }) {
  const t = useT();
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles['cover'] ?? ''}>
      <Modal>
        <Dialog aria-label={t('session.over')}>
          <Entrance title={t('session.over')} lead={t('session.overHint')}>
            <SignInForm email={email} />
          </Entrance>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
