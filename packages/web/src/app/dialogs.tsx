import { t } from '../lib/i18n/i18n.ts';
import { AlertHost } from '../ui/alert-host.tsx';
import { dismissAllAlerts } from '../ui/alert-queue.ts';
import { toast } from '../ui/toast-store.ts';
import { ModalHost } from './modal-host.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** Dialogs and questions, which visitors rarely see. */
export function Dialogs() {
  return (
    <>
      <ModalHost />
      <PartBoundary onFault={putAlertsAway}>
        <AlertHost />
      </PartBoundary>
    </>
  );
}

/** Answers questions that cannot be shown with no. */
function putAlertsAway(): void {
  dismissAllAlerts();
  toast.error(t('status.partCrash'));
}
