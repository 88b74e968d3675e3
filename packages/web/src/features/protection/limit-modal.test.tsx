import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { LimitModal } from './limit-modal.tsx';
import type { Protection } from './types.ts';

const none: Protection = { limits: [], break: null, exclusion: null, realityCheckMinutes: 60, held: 0 };

it('sends the limit that was typed, in any digits, and no text that is not an amount', async () => {
  saveToken('t', false);
  const api = stubApi({
    'GET /api/wallet': sampleWallet(),
    'GET /api/protection': none,
    'GET /api/protection/choices': {
      breakHours: [24],
      exclusionMonths: [6],
      realityCheckMinutes: { min: 15, max: 120, usual: 60 },
      loosenHours: 24,
      exclusionEndHours: 24,
      canCancelWithdrawals: true,
      helpLines: [],
    },
    'PUT /api/protection/limits': {
      ...none,
      limits: [{ kind: 'deposit', period: 'day', amount: 1000.5, left: 1000.5, pending: null }],
    },
  });
  const onClose = vi.fn<(result?: ModalResult) => void>();
  renderApp(<LimitModal props={{ kind: 'deposit', period: 'day' }} onClose={onClose} />);
  const field = await screen.findByLabelText<HTMLInputElement>('At most');
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save limit' }));
  for (const wrong of ['', '1e3', '-200', '10,50']) {
    fireEvent.change(field, { target: { value: wrong } });
    expect(field.value).toBe(wrong);
    save();
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(api.to('PUT /api/protection/limits')).toEqual([]);

  fireEvent.change(field, { target: { value: '๑,๐๐๐.๕๐' } });
  save();
  expect(await screen.findByText('The limit holds')).toBeDefined();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(api.to('PUT /api/protection/limits').map(({ body }) => body)).toEqual([
    { kind: 'deposit', period: 'day', amount: 1000.5 },
  ]);
});
