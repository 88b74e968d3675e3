import { createStore, type Store } from '../lib/store.ts';

export interface AlertRequest {
  id: number;
  /** `pending`: something was taken in and has not ended yet. */
  kind: 'success' | 'pending' | 'error' | 'question';
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
