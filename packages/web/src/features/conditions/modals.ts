import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    conditions: undefined;
  }
}

export const conditionsModals: ModalLoaders<'conditions'> = {
  conditions: () => import('./conditions-modal.tsx').then((module) => module.ConditionsModal),
};
