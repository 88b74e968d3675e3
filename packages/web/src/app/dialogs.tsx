import { AlertHost } from '../ui/alert-host.tsx';
import { ModalHost } from './modal-host.tsx';

/** Dialogs and questions, which visitors hardly ever see. */
export function Dialogs() {
  return (
    <>
      <ModalHost />
      <AlertHost />
    </>
  );
}
