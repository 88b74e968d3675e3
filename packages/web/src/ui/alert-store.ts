import { ApiError, errorText } from '../lib/api-error.ts';
import { t } from '../lib/i18n/i18n.ts';
import { alerts, type AlertRequest } from './alert-queue.ts';

let nextId = 1;

function ask(request: Omit<AlertRequest, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId++;
    const answer = (confirmed: boolean) => {
      alerts.set(alerts.get().filter((alert) => alert.id !== id));
      resolve(confirmed);
    };
    alerts.set([...alerts.get(), { ...request, id, answer }]);
  });
}

export interface ConfirmOptions {
  title: string;
  message: string;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Key of its subject, for `dismissAlerts`. */
  about?: string | undefined;
}

/** Asks a question; resolves to true only when it was confirmed. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return ask({
    kind: 'question',
    confirmLabel: t('kit.confirm'),
    cancelLabel: t('kit.cancel'),
    ...options,
  });
}

/** Shows a success (titled `successMsg`); resolves when it is dismissed. */
export async function alertSuccess(message: string): Promise<void> {
  await ask({ kind: 'success', title: t('kit.successMsg'), message, confirmLabel: t('kit.ok') });
}

/**
 * Shows that a request was accepted and is still in progress (titled `pendingMsg`); resolves when it is
 * dismissed.
 */
export async function alertPending(message: string): Promise<void> {
  await ask({ kind: 'pending', title: t('kit.pendingMsg'), message, confirmLabel: t('kit.ok') });
}

/**
 * Shows a failure (titled `errorMsg`), from a caught error or a text; resolves when it is dismissed.
 * @param about key of its subject, for `dismissAlerts`
 */
export async function alertError(error: unknown, about?: string): Promise<void> {
  if (error instanceof ApiError && error.isSeenTo) return;
  const message = typeof error === 'string' ? error : errorText(error);
  await ask({ kind: 'error', title: t('kit.errorMsg'), message, confirmLabel: t('kit.ok'), about });
}

/** Dismisses the alerts about a subject, when what they say is no longer true. */
export function dismissAlerts(about: string): void {
  for (const alert of alerts.get()) if (alert.about === about) alert.answer(false);
}
