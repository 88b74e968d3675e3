import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isAnyModalOpen, type ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, refuse, stubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { BannersModal } from './banners-modal.tsx';

const onClose = vi.fn<(result?: ModalResult) => void>();
const open = (before: 'invite' | 'refund') =>
  renderApp(<BannersModal props={{ before }} onClose={onClose} />);

beforeEach(() => {
  saveToken('t', false);
  onClose.mockReset();
});

describe('the banners before a modal', () => {
  it.each([
    ['invite', 'GET /api/invite/banners', 'Invite friends'],
    ['refund', 'GET /api/refund/banners', 'Refund'],
  ] as const)('of %s are shown first, and a press goes on', async (before, route, title) => {
    const banners = [
      { image: '/a.svg', html: '<p>One</p>' },
      { image: '', html: '<p>Two <script>alert(1)</script></p>' },
    ];
    stubApi({ [route]: { banners } });
    open(before);
    expect(await screen.findByRole('dialog', { name: title })).toBeDefined();
    // The sanitizer is loaded with the first content.
    expect(await screen.findByText('One')).toBeDefined();
    expect(screen.getByText('Two').innerHTML).not.toContain('script');
    expect(screen.getByText('Page 1 of 2')).toBeDefined();
    expect(isAnyModalOpen()).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onClose).toHaveBeenCalled();
    expect(isAnyModalOpen()).toBe(true);
  });

  it('can be left altogether', async () => {
    stubApi({ 'GET /api/refund/banners': { banners: [{ image: '', html: '<p>One</p>' }] } });
    open('refund');
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalled();
    expect(isAnyModalOpen()).toBe(false);
  });

  it('are not waited for by a player who leaves while they are late', async () => {
    let answer = () => {};
    const late = new Promise<typeof noAnswer>((resolve) => (answer = () => resolve(noAnswer)));
    stubApi({ 'GET /api/refund/banners': () => late });
    const view = open('refund');
    const dialog = await screen.findByRole('dialog', { name: 'Refund' });
    expect(within(dialog).queryByRole('button')).toBeNull();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledOnce();
    view.unmount();
    await act(async () => answer());
    expect(isAnyModalOpen()).toBe(false);
  });

  it('leave the place of a picture that is broken to an icon', async () => {
    stubApi({ 'GET /api/refund/banners': { banners: [{ image: '/none.webp', html: '<p>One</p>' }] } });
    open('refund');
    const dialog = await screen.findByRole('dialog', { name: 'Refund' });
    fireEvent.error(dialog.querySelector('img') as HTMLElement);
    expect(dialog.querySelector('img')).toBeNull();
    expect(dialog.querySelector('[data-icon="gift"]')).not.toBeNull();
    expect(screen.getByText('One')).toBeDefined();
  });

  it('also come as a bare list', async () => {
    stubApi({ 'GET /api/refund/banners': [{ image: '', html: '<p>Bare</p>' }] as never });
    open('refund');
    expect(await screen.findByText('Bare')).toBeDefined();
  });

  it.each([
    ['there are none', { banners: [] }],
    ['they are refused', refuse(500, 'INTERNAL_SERVER_ERROR')],
    ['no answer comes', noAnswer],
  ])('are skipped without a word where %s', async (_, reply) => {
    stubApi({ 'GET /api/refund/banners': reply });
    open('refund');
    await waitFor(() => expect(isAnyModalOpen()).toBe(true));
    expect(onClose).toHaveBeenCalledOnce();
    expect([...toasts.get(), ...alerts.get()]).toEqual([]);
  });
});
