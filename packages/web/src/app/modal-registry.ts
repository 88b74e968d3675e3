import type { ComponentType } from 'react';
import type { ModalComponentProps, ModalName } from '../lib/modal-store.ts';

type Loader<Name extends ModalName> = () => Promise<ComponentType<ModalComponentProps<Name>>>;

/** Where each modal lives. Every one is a chunk of its own, fetched when first opened. */
export const modalRegistry: { [Name in ModalName]?: Loader<Name> } = {
  actions: () => import('./action-drawer.tsx').then((module) => module.ActionDrawer),
};
