import type { ComponentType } from 'react';
import { createStore, useStore, type Store } from './store.ts';

/** Modals that can be opened by name, with their props. Each feature adds its own in its `modals.ts`. */
export interface ModalProps {}

export type ModalName = keyof ModalProps;

/** Result that a modal may give its opener when it closes. */
export interface ModalResult {
  /** Balances may have changed; the opener should reload them. */
  refresh?: boolean;
}

/** Props of every modal component; it calls `onClose` when it is done. */
export interface ModalComponentProps<Name extends ModalName = ModalName> {
  props: ModalProps[Name];
  onClose: (result?: ModalResult) => void;
}

/** Loads the component of a modal. */
type ModalLoader<Name extends ModalName> = () => Promise<ComponentType<ModalComponentProps<Name>>>;

export type ModalLoaders<Names extends ModalName = ModalName> = {
  readonly [Name in Names]: ModalLoader<Name>;
};

export interface OpenModal<Name extends ModalName = ModalName> {
  id: number;
  name: Name;
  props: ModalProps[Name];
  close: (result?: ModalResult) => void;
}

/** The open modals, oldest first. */
export const openModals: Store<readonly OpenModal[]> = createStore<readonly OpenModal[]>([]);
let nextId = 1;

type Arguments<Name extends ModalName> = undefined extends ModalProps[Name]
  ? [props?: ModalProps[Name]]
  : [props: ModalProps[Name]];

/**
 * Opens a modal by name. Resolves with its result when it closes. A modal that is already open is not opened
 * twice.
 */
export function openModal<Name extends ModalName>(
  name: Name,
  ...[props]: Arguments<Name>
): Promise<ModalResult | undefined> {
  if (openModals.get().some((modal) => modal.name === name)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const id = nextId++;
    const close = (result?: ModalResult) => {
      if (!openModals.get().some((modal) => modal.id === id)) return;
      openModals.set(openModals.get().filter((modal) => modal.id !== id));
      resolve(result);
    };
    openModals.set([...openModals.get(), { id, name, props, close }]);
  });
}

/** Closes every open modal, as on logging out. */
export function closeAllModals(): void {
  for (const modal of openModals.get()) modal.close();
}

/** Closes the modals of some names, when their purpose has been met by other means. */
export function closeModals(names: readonly ModalName[]): void {
  for (const modal of openModals.get()) if (names.includes(modal.name)) modal.close({ refresh: true });
}

export function isAnyModalOpen(): boolean {
  return openModals.get().length > 0;
}

/** The open modals, oldest first. */
export function useOpenModals(): readonly OpenModal[] {
  return useStore(openModals);
}
