import { useEffect, useState, type ComponentType } from 'react';
import { reportFault } from '../lib/fault-report.ts';
import { loadWords, t } from '../lib/i18n/i18n.ts';
import { SHARED_SETS } from '../lib/i18n/shared-sets.ts';
import { CutOffError, loadCode } from '../lib/load-code.ts';
import {
  useOpenModals,
  type ModalComponentProps,
  type ModalName,
  type OpenModal,
} from '../lib/modal-store.ts';
import { Dialog, DialogName } from '../ui/dialog.tsx';
import { loadIcons } from '../ui/icon.tsx';
import { Spinner, useDelayed } from '../ui/spinner.tsx';
import { toast } from '../ui/toast-store.ts';
import { modalRegistry } from './modal-registry.ts';
import { PartBoundary } from './part-boundary.tsx';

type ModalComponent = ComponentType<ModalComponentProps>;

const loaded = new Map<ModalName, ModalComponent>();

async function load(name: ModalName): Promise<ModalComponent> {
  const [found] = await Promise.all([modalRegistry[name](), loadWords(...SHARED_SETS), loadIcons()]);
  const component = found as ModalComponent;
  loaded.set(name, component);
  return component;
}

/** Shows the modals opened by `openModal`; loads each one's code on first use. Mounted once. */
export function ModalHost() {
  return useOpenModals().map((modal) => (
    <PartBoundary key={modal.id} onFault={() => putAway(modal)}>
      <ModalSlot modal={modal} />
    </PartBoundary>
  ));
}

/** Closes a modal that could not be rendered; its requests go on at the server. */
function putAway(modal: OpenModal): void {
  modal.close({ refresh: true });
  toast.error(t('status.partCrash'));
}

function ModalSlot({ modal }: { modal: OpenModal }) {
  const [Modal, setModal] = useState<ModalComponent | undefined>(() => loaded.get(modal.name));
  const waiting = useDelayed(Modal === undefined);

  useEffect(() => {
    if (Modal) return;
    let left = false;
    loadCode(() => load(modal.name)).then(
      (component) => {
        if (!left) setModal(() => component);
      },
      (error: unknown) => {
        if (!(error instanceof CutOffError)) reportFault('promise', error);
        toast.error(t('common.connectionError'));
        modal.close();
      },
    );
    return () => {
      left = true;
    };
  }, [Modal, modal]);

  if (Modal) {
    return (
      <DialogName value={modal.name}>
        <Modal props={modal.props} onClose={modal.close} />
      </DialogName>
    );
  }
  if (!waiting) return null;
  return (
    <Dialog title={t('common.loading')} size="small" bare onClose={modal.close}>
      <Spinner />
    </Dialog>
  );
}
