import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { InviteModal } from './invite-modal.tsx';

const LINK = 'http://localhost:3000/register?code=PR66f0a1b2c3d4';
const invites = [
  { _id: 'i1', from: { name: 'Mana J.' }, amount: 12.5, createdAt: '2026-11-20T05:00:00.000Z' },
];

let api: StubApi;
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  saveToken('t', false);
  writeText.mockReset().mockResolvedValue(undefined);
  api = stubApi({ 'GET /api/wallet': sampleWallet(), 'POST /api/invite': { invites, total: 1 } });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const open = () => renderApp(<InviteModal props={undefined} onClose={() => undefined} />);
const share = async () => fireEvent.click(await screen.findByRole('button', { name: 'Share link' }));

describe('the link for friends', () => {
  it('carries PR and the id of the profile, and can be scanned', async () => {
    open();
    expect(await screen.findByText(LINK)).toBeDefined();
    expect(screen.getByRole('img', { name: 'QR code of your invite link' })).toBeDefined();
  });

  it('goes to the share sheet of the phone', async () => {
    const sheet = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { share: sheet, clipboard: { writeText } });
    open();
    await share();
    await waitFor(() => expect(sheet).toHaveBeenCalledOnce());
    expect(sheet.mock.calls[0]?.[0].url).toBe(LINK);
    expect(writeText).not.toHaveBeenCalled();
  });

  it('is left alone when the sheet is dismissed', async () => {
    const sheet = () => Promise.reject(new DOMException('no', 'AbortError'));
    vi.stubGlobal('navigator', { share: sheet, clipboard: { writeText } });
    open();
    await share();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Share link' })).toHaveProperty('disabled', false),
    );
    expect(writeText).not.toHaveBeenCalled();
  });

  it.each([
    ['there is no sheet', undefined],
    ['the sheet fails', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ])('is copied where %s', async (_, sheet) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('navigator', { share: sheet, clipboard: { writeText } });
    open();
    await share();
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(LINK));
    expect(await screen.findByText('Copied')).toBeDefined();
  });
});

describe('what friends have earned', () => {
  it('is listed with name, amount and time, ten to a page', async () => {
    open();
    const row = (await screen.findByText('Mana J.')).closest('li');
    expect(row?.textContent).toContain('+฿12.50');
    expect(row?.textContent).toContain('20/11/2026 12:00:00');
    expect(api.to('POST /api/invite')[0]?.body).toEqual({ page: 1, limit: 10 });
    expect(screen.getByText('That is everything')).toBeDefined();
  });

  it('may be nothing', async () => {
    api.set({ 'POST /api/invite': { invites: [], total: 0 } });
    open();
    expect(await screen.findByText('Nothing from friends yet')).toBeDefined();
  });

  it('that fails to load raises no alarm', async () => {
    api.set({ 'POST /api/invite': refuse(500, 'INTERNAL_SERVER_ERROR') });
    open();
    expect(await screen.findByText('This could not be loaded')).toBeDefined();
    expect([...toasts.get(), ...alerts.get()]).toEqual([]);
  });
});
