import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { PlayView } from './play-view.tsx';

beforeEach(() => saveToken('t', false));

it('My play has a picture, the sums of each day and every provider, and calls no unknown stake 0', async () => {
  stubApi({
    'GET /api/wallet': sampleWallet(),
    'GET /api/protection/play/:by': {
      periods: [
        {
          from: '2026-11-20',
          deposits: 500,
          withdrawals: 200.5,
          minutes: 70,
          staked: 150,
          won: 110,
          games: [
            { code: 'PG', name: 'PG Soft', minutes: 60, staked: 150, won: 110 },
            { code: 'BETFLIX', name: 'Betflix', minutes: 10, staked: null, won: null },
          ],
        },
      ],
    },
  });
  renderApp(<PlayView />);
  await screen.findByRole('img', { name: /Result by period/ });
  const card = screen.getByRole('heading', { name: '20/11/2026' }).closest('details');
  expect(card?.textContent).toContain('Net-฿299.50');
  const rows = within(card ?? document.body).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'All providers1 h 10 minStaked฿150.00Won back฿110.00Result-฿40.00Stakes there are not known: Betflix',
    'PG Soft1 h 0 minStaked฿150.00Won back฿110.00Result-฿40.00',
    'Betflix10 minutesThe provider does not report stakes',
  ]);
});
