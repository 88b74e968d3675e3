import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { ModalProps } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { CollectedModal, homeOf } from './collected-modal.tsx';

type Results = ModalProps['collected']['results'];
const done = { code: 'PG', status: 'SUCCESS', amount: 80.25, message: 'OK' } as const;
const pending = { code: 'JOKER', status: 'PENDING', amount: 5, message: 'OK' } as const;
const failed = (message: string) => ({ code: 'JOKER', status: 'FAILED', amount: 0, message }) as const;

beforeEach(() => saveToken('t', false));

async function rows(results: Results): Promise<(string | null)[]> {
  stubApi({
    'GET /api/wallet': sampleWallet({
      slots: [sampleSlot({ code: 'PG', name: 'Lotus' }), sampleSlot({ code: 'JOKER', name: 'Joker' })],
    }),
  });
  renderApp(<CollectedModal props={{ results }} onClose={() => undefined} />);
  await screen.findByText('Joker');
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

it('shows what each game gave back', async () => {
  expect(await rows([done, pending])).toEqual([
    'Lotus฿80.25Done',
    'Joker฿5.00On its wayThe game has not confirmed yet. It settles by itself.',
  ]);
  expect(screen.getByText('Back in your main wallet').parentElement?.textContent).toContain('฿80.25');
});

it.each([
  ['TRANSFER_FAIL', 'The game did not answer or refused. The credit is still in the game.'],
  ['MONEY_NOT_ENOUGH', 'The credit in the game changed meanwhile. Please try again.'],
  ['NO_GAME', 'There is no such game any more. If you have credit in it, please contact us.'],
])('says why one did not: %s', async (code, words) => {
  expect(await rows([failed(code)])).toEqual([`JokerFailed${words}`]);
  expect(screen.getByText('Nothing has come back yet')).toBeDefined();
});

it('counts only what has arrived', () => {
  expect(homeOf([done, pending, failed('NO_GAME'), { ...done, amount: 0.1 }])).toBe(8035n);
});
