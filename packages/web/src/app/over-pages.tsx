import { ToastHost } from '../ui/toast-host.tsx';
import { OfflineBanner } from './offline-banner.tsx';

/** What lies over every page: word of the connection, and messages. */
export function OverPages() {
  return (
    <>
      <OfflineBanner />
      <ToastHost />
    </>
  );
}
