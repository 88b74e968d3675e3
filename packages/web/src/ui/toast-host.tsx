import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../lib/i18n/i18n.ts';
import { useStore } from '../lib/store.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useTopDialog } from './dialog-stack.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './toast-host.module.css';
import { dismissToast, toasts, type Toast } from './toast-store.ts';

const ICON: Record<Toast['tone'], IconName> = { success: 'check-circle', error: 'alert', info: 'info' };

/**
 * Shows the toasts above everything and inside the top dialog, where screen readers read them and they can be
 * dismissed.
 */
export function ToastHost() {
  const t = useT();
  const shown = useStore(toasts);
  const container = useTopDialog() ?? document.body;
  const hostRef = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const host = hostRef.current;
    // A closing dialog removes the host: this runs again with the next container, and a popover outside the
    // document cannot be shown.
    if (shown.length === 0 || !host?.isConnected) return;
    // Showing it again lifts it above a dialog opened since.
    host.hidePopover?.();
    host.showPopover?.();
  }, [shown, container]);

  return createPortal(
    <div
      ref={hostRef}
      popover="manual"
      className={styles.host}
      role="region"
      aria-label={t('kit.notifications')}
    >
      <div className={styles.list} aria-live="polite">
        {shown.map((toast) => (
          <div
            key={toast.id}
            className={classNames(styles.toast, styles[toast.tone])}
            role={toast.tone === 'error' ? 'alert' : 'status'}
            data-tone={toast.tone}
          >
            <Icon name={ICON[toast.tone]} size={20} />
            <span className={styles.text}>{toast.text}</span>
            <IconButton
              icon="close"
              size={18}
              label={t('kit.close')}
              onClick={() => dismissToast(toast.id)}
            />
          </div>
        ))}
      </div>
    </div>,
    container,
  );
}
