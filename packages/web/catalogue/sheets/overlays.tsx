import { useEffect, useState } from 'react';
import { AlertHost } from '../../src/ui/alert-host.tsx';
import { alerts, type AlertRequest } from '../../src/ui/alert-queue.ts';
import { Button } from '../../src/ui/button.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { ToastHost } from '../../src/ui/toast-host.tsx';
import { toasts } from '../../src/ui/toast-store.ts';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

function DialogSheet({ busy = false }: { busy?: boolean }) {
  const { short, long, label } = useWords();
  const [isOpen, setOpen] = useState(true);
  return (
    <Specimen name={busy ? 'dialog, busy' : 'dialog'}>
      <Button onClick={() => setOpen(true)}>{short}</Button>
      {isOpen && (
        <Dialog
          title={short}
          busy={busy}
          onClose={() => setOpen(false)}
          footer={
            <Button wide busy={busy}>
              {label}
            </Button>
          }
        >
          <p>{long}</p>
        </Dialog>
      )}
    </Specimen>
  );
}

export function OpenDialog() {
  return <DialogSheet />;
}

export function BusyDialog() {
  return <DialogSheet busy />;
}

function AlertSheet({ kind }: { kind: AlertRequest['kind'] }) {
  const { short, long, label } = useWords();
  useEffect(() => {
    const question = kind === 'question' ? { cancelLabel: label, danger: true } : {};
    alerts.set([
      {
        id: 1,
        kind,
        title: short,
        message: long,
        confirmLabel: short,
        answer: () => alerts.set([]),
        ...question,
      },
    ]);
  }, [kind, short, long, label]);
  return (
    <Specimen name={kind}>
      <AlertHost />
    </Specimen>
  );
}

export function AlertSuccess() {
  return <AlertSheet kind="success" />;
}

export function AlertError() {
  return <AlertSheet kind="error" />;
}

export function Question() {
  return <AlertSheet kind="question" />;
}

export function Toasts() {
  const { short, long, error } = useWords();
  useEffect(() => {
    toasts.set([
      { id: 1, tone: 'success', text: short },
      { id: 2, tone: 'error', text: error },
      { id: 3, tone: 'info', text: long },
    ]);
  }, [short, long, error]);
  return (
    <Specimen name="toasts">
      <ToastHost />
    </Specimen>
  );
}
