import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOpenModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { toggleFavourite } from './favourites.ts';
import { GameShelves } from './game-shelves.tsx';

/** Stand-in for the modals: a button to close each, and one to close it with a result. */
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

  it('are rows to look along, and each says how long it is', async () => {
    const slots = ['Alpha', 'Bravo', 'Charlie'].map((name) => sampleSlot({ code: name, name }));
    stubApi({ 'GET /api/wallet': sampleWallet({ slots }) });
    renderApp(<GameShelves />);
    await screen.findByText('Alpha');
    expect(within(shelf('Slots').getByRole('list', { name: 'Slots' })).getAllByRole('listitem')).toHaveLength(
      3,
    );
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('are searched by name once there are more than eight, and come back when asked', async () => {
    const kinds = ['slot', 'casino', 'lotto'] as const;
    const slots = Array.from({ length: 9 }, (_, index) =>
      sampleSlot({ code: `G${index}`, name: `Game ${index}`, category: kinds[index % 3] ?? 'slot' }),
    );
    stubApi({ 'GET /api/wallet': sampleWallet({ slots }) });
    renderApp(<GameShelves />);
    const field = await screen.findByRole('searchbox', { name: 'Search games' });
    expect(shelf('Lotto').getAllByRole('listitem')).toHaveLength(3);
    fireEvent.change(field, { target: { value: 'game 7' } });
    expect(screen.getByRole('status').textContent).toBe('Games found: 1');
    expect(shelf('Search results').getAllByRole('button')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Lotto' })).toBeNull();
    fireEvent.change(field, { target: { value: 'nothing' } });
    await screen.findByText('No game of that name');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(shelf('Lotto').getAllByRole('listitem')).toHaveLength(3);
    fireEvent.change(field, { target: { value: 'g' } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(shelf('Lotto').getAllByRole('listitem')).toHaveLength(3);
  });

  it('have the member’s favourites in front', async () => {
    const slots = Array.from({ length: 9 }, (_, index) =>
      sampleSlot({ code: `G${index}`, name: `Game ${index}` }),
    );
    stubApi({ 'GET /api/wallet': sampleWallet({ slots }) });
    renderApp(<GameShelves />);
    await screen.findByText('Game 0');
    const names = () =>
      shelf('Slots')
        .getAllByText(/^Game \d$/)
        .map((one) => one.textContent);
    act(() => toggleFavourite(sampleWallet().profile._id, 'G4'));
    expect(names().slice(0, 3)).toEqual(['Game 4', 'Game 0', 'Game 1']);
    expect(shelf('Slots').getAllByRole('img', { name: 'Favourite' })).toHaveLength(1);
    act(() => toggleFavourite(sampleWallet().profile._id, 'G4'));
    expect(names().slice(0, 3)).toEqual(['Game 0', 'Game 1', 'Game 2']);
  });
});
