import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { BonusModal } from '../features/bonus/bonus-modal.tsx';
import { BonusView } from '../features/bonus/bonus-view.tsx';
import { InviteModal } from '../features/invite/invite-modal.tsx';
import { ReferralCard } from '../features/invite/referral-card.tsx';
import { ProfileView } from '../features/profile/profile-view.tsx';
import { RefundModal } from '../features/refund/refund-modal.tsx';
import { SpinPage } from '../features/spinwheel/spin-page.tsx';
import { saveToken } from '../lib/session-token.ts';
import { documentedServer } from '../testing/documented-server.ts';
import { renderApp } from '../testing/render-app.tsx';

const noop = () => undefined;
const shown = (...texts: string[]) =>
  waitFor(() => {
    for (const text of texts) expect(document.body.textContent).toContain(text);
  });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => saveToken('t', false));

/** The app must also run against another server, which answers the documented fields only. */
describe('with a server that answers nothing beyond the documents', () => {
  it('a bonus is offered, read and taken', async () => {
    const sent = documentedServer();
    renderApp(<BonusView />);
    await screen.findByRole('button', { name: /WELCOME/ });
    cleanup();
    renderApp(<BonusModal props={{ code: 'WELCOME' }} onClose={noop} />);
    await shown('Doubled', 'Ending early: 20%.', 'You give back 20% of the credit');
    await press('Take this bonus');
    await screen.findByRole('alertdialog', { name: 'Done' });
    expect(sent).toContain('GET /api/bonus/activate/WELCOME');
  });

  it('an active bonus is shown and cancelled', async () => {
    let active = { status: true, type: 'week' };
    documentedServer({
      'GET /api/bonus/check/active': () => active,
      'GET /api/bonus/clear': () => {
        active = { status: false, type: '' };
        return { message: 'BONUS_CLEAR' };
      },
    });
    renderApp(<BonusView />);
    await screen.findByText('Weekly bonus');
    await press('Cancel bonus');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel bonus' }));
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('The bonus has ended');
  });

  it('a promotion is found and taken', async () => {
    const sent = documentedServer();
    renderApp(<BonusView />);
    fireEvent.change(await screen.findByLabelText('Promotion code'), { target: { value: 'lucky88' } });
    await press('Search');
    await shown('Lucky 88', 'You give back 30% of the credit', 'Ending early: 30%.');
    await press('Take this bonus');
    await screen.findByRole('alertdialog', { name: 'Done' });
    expect(sent).toContain('GET /api/promotion/activate/LUCKY88');
  });

  it('the wheel spins, and a coupon is claimed', async () => {
    const sent = documentedServer();
    renderApp(<SpinPage />);
    await shown('Lucky wheel', 'Tea');
    await press(/^Spin/);
    expect((await screen.findByRole('dialog')).textContent).toContain('Pearl');
    expect(screen.queryByRole('button', { name: /Check/ })).toBeNull();
    await press('OK');
    await press('Claim Tea');
    await press('Claim');
    await screen.findByText('Tea is yours.');
    expect(sent).toContain('POST /api/spinwheel/coupon/claim {"coupon":"A"}');
  });

  it('refunds and invites are listed and received', async () => {
    const sent = documentedServer();
    renderApp(<RefundModal props={undefined} onClose={noop} />);
    await shown(
      '฿45.50',
      'Once a week',
      '+฿9.75',
      'Share of your net loss that you get back5%',
      'Share that is not refunded95%',
    );
    await press('Receive refund');
    await screen.findByText('Your refund is in your wallet');
    cleanup();
    renderApp(<InviteModal props={undefined} onClose={noop} />);
    await shown('Mana J.', '+฿12.50', '/register?code=PR66f0a1b2c3d4');
    cleanup();
    renderApp(<ReferralCard />);
    await press('Receive');
    await screen.findByText('Your invite bonus is in your wallet');
    expect(sent).toContain('POST /api/refund {"page":1,"limit":10}');
    expect(sent).toContain('POST /api/invite {"page":1,"limit":10}');
  });

  it('the profile is shown', async () => {
    documentedServer();
    renderApp(<ProfileView />);
    expect(await screen.findByText('123-456-7890')).toBeDefined();
    await shown('Somchai', '66f0a1b2c3d4', '0812345678', 'ธนาคารกสิกรไทย');
  });
});
