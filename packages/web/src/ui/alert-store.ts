import { ApiError, errorText } from '../lib/api-error.ts';
import { t, type PlainKey } from '../lib/i18n/i18n.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { navigate } from '../lib/router.tsx';
import { alerts, type AlertRequest } from './alert-queue.ts';
import { toast } from './toast-store.ts';

/** Way out of a refusal: a screen to go to, or a question that opens in place of the alert. */
export type Remedy = { label: PlainKey; path: string } | { open: () => void };

let remedies: Readonly<Partial<Record<string, Remedy>>> = {};

/** Sets the remedies by the refusals' codes. The app calls it once. */
export function registerRemedies(next: typeof remedies): void {
  remedies = next;
}

/** Returns the remedy of a refusal; undefined on its own screen, too. */
function remedyOf(error: unknown): Remedy | undefined {
  if (!(error instanceof ApiError) || !Object.hasOwn(remedies, error.code)) return undefined;
  const remedy = remedies[error.code];
  return remedy && 'path' in remedy && remedy.path === window.location.pathname ? undefined : remedy;
}

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
  const remedy = remedyOf(error);
  if (remedy && 'open' in remedy) {
    toast.error(error);
    remedy.open();
    return;
  }
  const message = typeof error === 'string' ? error : errorText(error);
  const request = { title: t('kit.errorMsg'), message, about } as const;
  if (!remedy) {
    await ask({ ...request, kind: 'error', confirmLabel: t('kit.ok') });
    return;
  }
  // The player’s own limit or break is no alarm.
  const answers = { confirmLabel: t(remedy.label), cancelLabel: t('kit.close') };
  if (!(await ask({ ...request, ...answers, kind: 'question' }))) return;
  closeAllModals();
  navigate(remedy.path);
}

/** Tells a failure in a toast, or in an alert with the way to its remedy; resolves when the alert is dismissed. */
export async function tellError(error: unknown): Promise<void> {
  if (remedyOf(error)) await alertError(error);
  else toast.error(error);
}

/** Dismisses the alerts about a subject, when what they say is no longer true. */
export function dismissAlerts(about: string): void {
  for (const alert of alerts.get()) if (alert.about === about) alert.answer(false);
}
