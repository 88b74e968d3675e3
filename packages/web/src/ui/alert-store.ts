import { ApiError, errorText } from '../lib/api-error.ts';
import { t } from '../lib/i18n/i18n.ts';
import { createStore, type Store } from '../lib/store.ts';

export interface AlertRequest {
  id: number;
  kind: 'success' | 'error' | 'question';
  title: string;
  message: string;
  confirmLabel: string;
  /** Present on questions only. */
  cancelLabel?: string;
  /** Marks a question whose yes cannot be undone. */
  danger?: boolean;
  answer: (confirmed: boolean) => void;
}

/** Alerts and questions waiting to be answered, oldest first. */
export const alerts: Store<readonly AlertRequest[]> = createStore<readonly AlertRequest[]>([]);

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
}

/** Asks a question; resolves to true only when it was confirmed. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return ask({
    kind: 'question',
    confirmLabel: t('common.confirm'),
    cancelLabel: t('common.cancel'),
    ...options,
  });
}

/** Tells of a success (titled `successMsg`); resolves when it is dismissed. */
export async function alertSuccess(message: string): Promise<void> {
  await ask({ kind: 'success', title: t('common.successMsg'), message, confirmLabel: t('common.ok') });
}

/** Tells of a failure (titled `errorMsg`), from anything caught or from a text; resolves when it is dismissed. */
export async function alertError(error: unknown): Promise<void> {
  if (error instanceof ApiError && error.isSeenTo) return;
  const message = typeof error === 'string' ? error : errorText(error);
  await ask({ kind: 'error', title: t('common.errorMsg'), message, confirmLabel: t('common.ok') });
}
