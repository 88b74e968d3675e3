import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { WalletCards } from './wallet-cards.tsx';

beforeEach(() => saveToken('t', false));

const isAway = (text: string) => screen.getByText(text).parentElement?.className.includes('away');

it('shows the cash card until the switch is turned', async () => {
  const api = stubApi({ 'GET /api/wallet': sampleWallet() });
  renderApp(<WalletCards cash={<p>cash card</p>} bonus={<p>bonus card</p>} />);
  await waitFor(() => expect(api.calls).toHaveLength(1));
  expect([isAway('cash card'), isAway('bonus card')]).toEqual([false, true]);
  fireEvent.click(screen.getByRole('radio', { name: 'Bonus' }));
  expect([isAway('cash card'), isAway('bonus card')]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  expect([isAway('cash card'), isAway('bonus card')]).toEqual([false, true]);
});
