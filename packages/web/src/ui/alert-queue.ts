import { createStore, type Store } from '../lib/store.ts';

export interface AlertRequest {
  id: number;
  /** `pending`: a request was accepted and is still in progress. */
  kind: 'success' | 'pending' | 'error' | 'question';
  title: string;
  message: string;
  confirmLabel: string;
  /** Present on questions, and on refusals with a remedy. */
  cancelLabel?: string;
  /** Marks a question whose confirmation cannot be undone. */
  danger?: boolean;
  /** Key of its subject, by which `dismissAlerts` finds it. */
  about?: string | undefined;
  answer: (confirmed: boolean) => void;
}

/** Unanswered alerts and questions, oldest first. */
export const alerts: Store<readonly AlertRequest[]> = createStore<readonly AlertRequest[]>([]);

/** Dismisses all alerts and questions, unconfirmed, when the one whom they were for is gone. */
export function dismissAllAlerts(): void {
  for (const alert of alerts.get()) alert.answer(false);
}
