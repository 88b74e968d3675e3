import { AlertHost } from '../ui/alert-host.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { ModalHost } from './modal-host.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/** What lies over every page: word of the connection, dialogs, questions and messages. */
export function OverPages() {
  return (
    <>
      <OfflineBanner />
      <ModalHost />
      <AlertHost />
      <ToastHost />
    </>
  );
}
