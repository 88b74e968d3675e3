import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { WaitingMoney } from './waiting-money.tsx';

beforeEach(() => saveToken('t', false));

it.each([
  ['BELOW_MINIMUM', 'Below the minimum of this channel'],
  ['UNDER_REVIEW', 'Our staff has to look at it'],
] as const)('money that waits is shown with its reason (%s) and the way to ask', async (reason, words) => {
  const waiting = [
    { _id: 'w1', from: 'EWALLET', amount: 1.25, createdAt: '2026-11-20T09:00:00.000Z', reason },
  ];
  stubApi({ 'GET /api/wallet': sampleWallet(), 'GET /api/statement/waiting': { waiting } });
  renderApp(<WaitingMoney />);
  const region = await screen.findByRole('region', { name: 'Money that waits to be checked' });
  expect(region.textContent).toContain('฿1.25');
  expect(region.textContent).toContain(words);
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/user/contact');
});

it('nothing is shown where no money waits', async () => {
  const api = stubApi({ 'GET /api/wallet': sampleWallet(), 'GET /api/statement/waiting': { waiting: [] } });
  renderApp(<WaitingMoney />);
  await waitFor(() => expect(api.to('GET /api/statement/waiting')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Money that waits to be checked' })).toBeNull();
});
