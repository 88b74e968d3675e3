import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOpenModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { ChoicesModal } from './choices-modal.tsx';
import type { Notice } from './notice-rules.ts';
import { NoticesView } from './notices-view.tsx';

const noticeOf = (id: number, more: Partial<Notice>): Notice => ({
  _id: String(id),
  kind: 'money_in',
  createdAt: '2026-11-20T05:00:00.000Z',
  isRead: false,
  ...more,
});

const NOTICES: Notice[] = [
  noticeOf(8, { kind: 'money_in', amount: 350, movementId: 'm8' }),
  noticeOf(7, { kind: 'money_back', amount: 20, movementId: 'm7' }),
  noticeOf(6, { kind: 'credit', credit: 'in_game', amount: 30, movementId: 'm6' }),
  noticeOf(5, { kind: 'chat' }),
  noticeOf(4, { kind: 'device', device: 'Chrome · Android' }),
  noticeOf(3, { kind: 'account', change: 'bank' }),
  noticeOf(2, { kind: 'limit', isRead: true }),
];

const KINDS = [{ kind: 'money_in', isPushed: true }] as const;

let api: StubApi;

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': { ...sampleWallet(), notices: 6 },
    'POST /api/notices': { notices: NOTICES, total: 7, unread: 6 },
    'POST /api/notices/read': { unread: 0 },
    'GET /api/notices/choices': { publicKey: 'B', kinds: [...KINDS] },
    'PUT /api/notices/choices': ({ body }) => ({
      publicKey: 'B',
      kinds: [{ kind: 'money_in', isPushed: (body as { isPushed: boolean }).isPushed }],
    }),
  });
});

/** The view, and the names of the opened modals. */
function View() {
  const opened = useOpenModals().map(({ name }) => name);
  return (
    <>
      <NoticesView />
      <output>{opened.join()}</output>
    </>
  );
}

describe('the list of notices', () => {
  it('tells each, and marks them as read up to the newest', async () => {
    renderApp(<View />);
    await screen.findByText('Money is in your main wallet');
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toHaveLength(7);
    expect(rows[0]).toContain('฿350.00');
    expect(rows[2]).toContain('Your credit is in the game');
    expect(rows[4]).toContain('Chrome · Android');
    expect(rows[5]).toContain('Your bank account was changed');
    expect(rows[5]).toContain('If it was not you');
    expect(rows[6]).not.toContain('New ');
    await waitFor(() => expect(api.to('POST /api/notices/read')).toHaveLength(1));
    expect(api.to('POST /api/notices/read')[0]?.body).toEqual({ upTo: '8' });
  });

  it('says how much of a deposit is held, and leads to where it can be withdrawn', async () => {
    api.set({
      'POST /api/notices': {
        notices: [
          noticeOf(9, { amount: 350, held: 350, movementId: 'm9' }),
          noticeOf(8, { amount: 120, held: 20.5, movementId: 'm8' }),
        ],
        total: 2,
        unread: 2,
      },
    });
    renderApp(<View />);
    await screen.findByText('Money has come in. It is held in “Play safely”, and you can withdraw it');
    const links = screen.getAllByRole('link', { name: /Money has come in/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/user/protection', '/user/protection']);
    expect(links[1]?.textContent).toContain('Held: ฿20.50');
    expect(screen.queryByText('Money is in your main wallet')).toBeNull();
  });

  it('leads to the receipt, the chat and the profile', async () => {
    renderApp(<View />);
    fireEvent.click(await screen.findByRole('button', { name: /Money is in/ }));
    expect(screen.getByRole('status').textContent).toBe('receipt');
    expect(screen.getByRole('link', { name: /Our team/ }).getAttribute('href')).toBe('/user/contact');
    expect(screen.getByRole('link', { name: /new device/ }).getAttribute('href')).toBe('/user/profile');
  });

  it('may be empty', async () => {
    api.set({ 'POST /api/notices': { notices: [], total: 0, unread: 0 } });
    renderApp(<View />);
    await screen.findByText('No notices yet');
    expect(api.to('POST /api/notices/read')).toHaveLength(0);
  });

  it('that fails to load raises no alarm, and can be tried again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.set({ 'POST /api/notices': refuse(500, 'INTERNAL_SERVER_ERROR') });
    renderApp(<View />);
    await screen.findByText('This could not be loaded');
    expect([...toasts.get(), ...alerts.get()]).toEqual([]);
    api.set({ 'POST /api/notices': { notices: NOTICES, total: 7, unread: 0 } });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Money is in your main wallet');
  });
});

describe('the switches', () => {
  it('keep what the server says', async () => {
    renderApp(<ChoicesModal props={undefined} onClose={() => undefined} />);
    const money = await screen.findByRole('switch', { name: 'Money in' });
    expect(screen.getAllByRole('switch')).toHaveLength(2);
    fireEvent.click(money);
    await waitFor(() => expect(money).toHaveProperty('checked', false));
    expect(api.to('PUT /api/notices/choices')[0]?.body).toEqual({ kind: 'money_in', isPushed: false });
  });

  it('say where a browser cannot show notices', async () => {
    renderApp(<ChoicesModal props={undefined} onClose={() => undefined} />);
    await screen.findByText(/This browser cannot show notices/);
    expect(screen.getByRole('switch', { name: 'Notices on this device' })).toHaveProperty('disabled', true);
  });
});
