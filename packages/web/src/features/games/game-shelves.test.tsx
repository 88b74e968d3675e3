import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOpenModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { GameShelves } from './game-shelves.tsx';

/** Stands for the modals themselves: a button to close each, and one to close it with something to tell. */
function OpenModals() {
  return useOpenModals().map(({ id, name, props, close }) => {
    const label = `${name} ${props && 'code' in props ? props.code : ''}`;
    return (
      <p key={id}>
        <button type="button" aria-label={`close ${label}`} onClick={() => close()} />
        <button type="button" aria-label={`refresh ${label}`} onClick={() => close({ refresh: true })} />
      </p>
    );
  });
}

const shelf = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => saveToken('t', false));

describe('the game shelves', () => {
  it('put each account in its row, casino with sports', async () => {
    const slots = [
      sampleSlot({ code: 'A', name: 'Alpha' }),
      sampleSlot({ code: 'B', name: 'Bravo', amount: 7, isActive: true }),
      sampleSlot({ code: 'C', name: 'Casino', category: 'casino', isActive: false }),
      sampleSlot({ code: 'S', name: 'Sporty', category: 'sport', isDown: true }),
    ];
    stubApi({ 'GET /api/wallet': sampleWallet({ slots }) });
    renderApp(<GameShelves />);
    await screen.findByText('Alpha');
    expect(shelf('Slots').getAllByRole('button', { name: /Alpha|Bravo/ })).toHaveLength(2);
    expect(shelf('Slots').getByText('Bravo').closest('button')?.textContent).toContain('฿7.00');
    expect(shelf('Sports and casino').getByText('Casino').closest('button')?.textContent).toContain(
      'Activate',
    );
    expect(shelf('Sports and casino').getByText('Sporty').closest('button')?.textContent).toContain(
      'Not available',
    );
    expect(shelf('Lotto').getByText('No lotto right now')).toBeDefined();
  });

  it('open an account, and load the balances again when it asks for that', async () => {
    const api = stubApi({ 'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ name: 'Alpha' })] }) });
    renderApp(
      <>
        <GameShelves />
        <OpenModals />
      </>,
    );
    const tile = await screen.findByRole('button', { name: /Alpha/ });
    fireEvent.click(tile);
    fireEvent.click(await screen.findByRole('button', { name: 'close game-account PG' }));
    fireEvent.click(tile);
    expect(api.to('GET /api/wallet')).toHaveLength(1);
    fireEvent.click(await screen.findByRole('button', { name: 'refresh game-account PG' }));
    await waitFor(() => expect(api.to('GET /api/wallet')).toHaveLength(2));
  });

  it('offer another try when nothing could be loaded', async () => {
    const api = stubApi({ 'GET /api/wallet': noAnswer });
    renderApp(<GameShelves />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ name: 'Alpha' })] }) });
    fireEvent.click(retry);
    expect(await screen.findByText('Alpha')).toBeDefined();
  });
});
