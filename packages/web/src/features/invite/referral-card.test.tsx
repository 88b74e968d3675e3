import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAnyModalOpen } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { toasts } from '../../ui/toast-store.ts';
import { ReferralCard } from './referral-card.tsx';

let api: StubApi;

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': sampleWallet({ inviteAmount: 82.25, inviteSuccess: 10, inviteFail: 90 }),
    'GET /api/invite/bonus': () => {
      api.set({ 'GET /api/wallet': sampleWallet() });
      return { message: 'INVITE_BONUS_SUCCESS', amount: 82.25 };
    },
  });
});

const button = () => screen.getByRole('button', { name: 'Receive' });
async function open() {
  renderApp(<ReferralCard />);
  await waitFor(() => expect(document.body.textContent).toContain('฿82.25'));
}

describe('the referral card', () => {
  it('receives what friends have earned, once', async () => {
    await open();
    fireEvent.click(button());
    fireEvent.click(button());
    expect(await screen.findByText('Your invite bonus is in your wallet')).toBeDefined();
    await waitFor(() => expect(document.body.textContent).toContain('฿0.00'));
    expect(api.to('GET /api/invite/bonus')).toHaveLength(1);
    expect(button()).toHaveProperty('disabled', true);
  });

  it.each([
    ['INVITE_COLLECT', 'You have collected this invite bonus already'],
    ['INVITE_INACTIVE', 'Invite bonuses are closed at the moment'],
    ['NO_INVITE_BONUS', 'There is no invite bonus to collect yet'],
    ['NO_INVITEE_PLAY_INFO', 'Your invited friends have not played yet'],
    ['INVITE_BONUS_FAIL', /could not be collected/],
  ] as const)('tells of %s in a red toast', async (code, words) => {
    api.set({ 'GET /api/invite/bonus': refuse(409, code) });
    await open();
    fireEvent.click(button());
    await screen.findByText(words);
    expect(toasts.get().map(({ tone }) => tone)).toEqual(['error']);
  });

  it('is honest about an answer that did not come', async () => {
    api.set({ 'GET /api/invite/bonus': noAnswer });
    await open();
    fireEvent.click(button());
    expect(await screen.findByText(/never given twice/)).toBeDefined();
    await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  });

  it('has nothing to receive at nothing', async () => {
    api.set({ 'GET /api/wallet': sampleWallet() });
    renderApp(<ReferralCard />);
    await waitFor(() => expect(document.body.textContent).toContain('฿0.00'));
    expect(button()).toHaveProperty('disabled', true);
  });

  it('leads to the link for friends and to the bonuses', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Invite friends' }));
    expect(isAnyModalOpen()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Bonuses' }));
    expect(window.location.pathname).toBe('/user/bonus');
  });
});
