import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type RefObject,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { pushLayer } from '../lib/back-layers.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { registerDialog } from './dialog-stack.ts';
import styles from './dialog.module.css';
import { useScrollStop } from './scroll-stop.ts';

/** Name of the opener of the dialogs within: tools find dialogs by it in any language. */
export const DialogName = createContext<string | undefined>(undefined);

interface DialogProps {
  /** Heading of the dialog, also its name for screen readers. */
  title: string;
  /** Called on Escape, the back button, a press outside and the close button; the owner then unmounts it. */
  onClose: () => void;
  children: ReactNode;
  /** Actions that stay visible under the scrolling body. */
  footer?: ReactNode;
  /** `small` is centred at every width; the others rise from the bottom on phones. */
  size?: 'small' | 'normal' | 'large';
  /** While true the dialog cannot be closed but by its own buttons: something is being sent, or must not be missed. */
  busy?: boolean;
  /** Leaves out the visible heading and close button; `title` is still the dialog's name. */
  bare?: boolean;
  role?: 'dialog' | 'alertdialog';
  className?: string | undefined;
}

/**
 * A modal dialog on the browser's own `<dialog>`: keeps focus inside, returns it on closing, closes on
 * Escape, back and a press outside. It is open while it is mounted.
 */
export function Dialog(props: DialogProps) {
  const {
    title,
    onClose,
    children,
    footer,
    size = 'normal',
    busy = false,
    bare = false,
    role,
    className,
  } = props;
  const t = useT();
  const titleId = useId();
  const dialogRef = useModal(onClose, busy);
  const bodyRef = useRef<HTMLDivElement>(null);
  useScrollStop(bodyRef);

  // Only the backdrop has the dialog itself as target: the panel covers the rest. A press that began inside,
  // as when selecting text, is not one outside.
  const pressedOutside = useRef(false);
  const onMouseDown = (event: MouseEvent) => {
    pressedOutside.current = event.target === dialogRef.current;
  };
  const onClick = (event: MouseEvent) => {
    if (event.target === dialogRef.current && pressedOutside.current && !busy) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialogRef}
      role={role}
      data-dialog={use(DialogName)}
      className={classNames(styles.dialog, styles[size], className)}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': titleId })}
      onMouseDown={onMouseDown}
      onClick={onClick}
    >
      <div className={styles.panel}>
        {!bare && (
          <header className={styles.header}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton
              icon="close"
              label={t('kit.close')}
              className={styles.close}
              disabled={busy}
              onClick={onClose}
            />
          </header>
        )}
        <div ref={bodyRef} className={styles.body}>
          {children}
        </div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** Opens the dialog as modal while mounted, and calls `onClose` for every way of closing it. */
function useModal(onClose: () => void, busy: boolean): RefObject<HTMLDialogElement | null> {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const requestClose = useEffectEvent(() => {
    if (!busy) onClose();
  });

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    const onCancel = (event: Event) => {
      // A cancelled file picker inside the dialog bubbles an event of the same name.
      if (event.target !== dialog) return;
      event.preventDefault();
      requestClose();
    };
    // The browser closes a dialog on the second Escape even when the page prevents it.
    const onNativeClose = () => {
      if (dialog.isConnected && !dialog.open) {
        dialog.showModal();
        requestClose();
      }
    };
    // Registered before the dialog is shown: an Escape may come right after.
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('close', onNativeClose);
    const opener = document.activeElement;
    dialog.showModal();
    const unregister = registerDialog(dialog);
    return () => {
      // Together with the removal from the page: nothing may be rendered in a removed dialog.
      unregister();
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('close', onNativeClose);
      dialog.close();
      // The browser returns focus itself, except to an opener that was removed and inserted again meanwhile.
      // Where the opener is gone (the bonus that was taken), the focus goes to the page's content.
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      const heir = isThere ? opener : document.getElementById('content');
      heir?.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => pushLayer(requestClose), []);
  return dialogRef;
}
