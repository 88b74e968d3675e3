import { useStore } from '../lib/store.ts';
import { alerts, type AlertRequest } from './alert-queue.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { Icon, type IconName } from './icon.tsx';

const ICON: Record<AlertRequest['kind'], IconName> = {
  success: 'check',
  pending: 'clock',
  error: 'alert',
  question: 'info',
};

/** Shows the alerts and questions of `alertSuccess`, `alertError` and `confirm`. Mounted once. */
export function AlertHost() {
  const open = useStore(alerts);
  return open.map((alert) => <AlertBox key={alert.id} alert={alert} />);
}

function AlertBox({ alert }: { alert: AlertRequest }) {
  const { kind, title, message, confirmLabel, cancelLabel, danger, answer } = alert;
  return (
    <Dialog
      role="alertdialog"
      size="small"
      bare
      title={title}
      onClose={() => answer(false)}
      footer={
        <div className={cancelLabel ? styles.row : undefined}>
          {cancelLabel && (
            <Button variant="secondary" onClick={() => answer(false)} wide>
              {cancelLabel}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            autoFocus={!danger}
            wide
          >
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div className={styles.alert}>
        <span className={classNames(styles.badge, styles[kind])}>
          <Icon name={ICON[kind]} size={30} />
        </span>
        <h2>{title}</h2>
        <p>{message}</p>
      </div>
    </Dialog>
  );
}
