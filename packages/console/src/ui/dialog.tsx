import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useT } from '../lib/i18n.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** False while a request is under way: its end must not be missed. */
  mayClose?: boolean;
  /** Wide enough for a table. */
  isWide?: boolean;
  children: ReactNode;
}

/** A modal dialog; Esc and a press beside it close it. */
export function Dialog({ title, isOpen, onClose, mayClose = true, isWide = false, children }: DialogProps) {
  const t = useT();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && mayClose && onClose()}
      isDismissable={mayClose}
      isKeyboardDismissDisabled={!mayClose}
      className={styles['veil'] ?? ''}
    >
      <Modal className={classNames(styles['sheet'], isWide && styles['wide'])}>
        <AriaDialog className={styles['dialog'] ?? ''}>
          <header className={styles['head']}>
            <Heading slot="title">{title}</Heading>
            <IconButton icon="close" label={t('common.close')} isDisabled={!mayClose} onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
