import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { isAnyModalOpen, openModal, openModals } from '../lib/modal-store.ts';
import { renderApp } from '../testing/render-app.tsx';
import { alerts } from '../ui/alert-queue.ts';
import { alertError, registerRemedies, tellError } from '../ui/alert-store.ts';
import { toasts } from '../ui/toast-store.ts';
import { remedies } from './remedies.ts';

registerRemedies(remedies);

it.each(['LIMIT_DEPOSIT', 'LIMIT_LOSS', 'ON_BREAK', 'EXCLUDED'])(
  'the alert of %s leads to the member’s limits',
  async (code) => {
    renderApp(null);
    void openModal('deposit');
    const told = tellError(new ApiError(code, 409));
    fireEvent.click(await screen.findByRole('button', { name: 'Play safely' }));
    await told;
    expect(window.location.pathname).toBe('/user/protection');
    expect(isAnyModalOpen()).toBe(false);
  },
);

it('the way to the limits need not be taken', async () => {
  renderApp(null);
  const told = alertError(new ApiError('LIMIT_DEPOSIT', 409));
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await told;
  expect(window.location.pathname).toBe('/');
});

it('other refusals are told as before', async () => {
  renderApp(null);
  void alertError(new ApiError('MONEY_NOT_ENOUGH', 409));
  await screen.findByRole('button', { name: 'OK' });
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await tellError(new ApiError('MONEY_NOT_ENOUGH', 409));
  await waitFor(() => expect(toasts.get()).toHaveLength(1));
  expect(alerts.get()).toHaveLength(1);
});

it.each([alertError, tellError])(
  'a reality check that waits opens in place of an alert, told by %o',
  async (tell) => {
    renderApp(null);
    await tell(new ApiError('REALITY_CHECK_DUE', 409));
    expect(openModals.get().map(({ name }) => name)).toEqual(['reality-check']);
    expect(alerts.get()).toEqual([]);
    // The check closes by itself where it was answered meanwhile.
    expect(toasts.get()).toHaveLength(1);
  },
);
