import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createStore, useStore } from '../lib/store.ts';
import { Dialog } from './dialog.tsx';
import { ToastHost } from './toast-host.tsx';
import { toast } from './toast-store.ts';

describe('ToastHost', () => {
  it('shows a message that comes with the end of the dialog it would have been in', () => {
    const isOpen = createStore(true);
    const close = () => isOpen.set(false);
    function Sheet() {
      return useStore(isOpen) ? (
        <Dialog title="Deposit" onClose={close}>
          …
        </Dialog>
      ) : null;
    }
    render(
      <>
        <Sheet />
        <ToastHost />
      </>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Deposit' });
    act(() => toast.info('while it is open'));
    expect(dialog.contains(screen.getByText('while it is open'))).toBe(true);
    act(() => {
      toast.info('with its end');
      close();
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('with its end').closest<HTMLElement>('[popover]')?.style.display).toBe('block');
  });
});
