import type { ResponseBody } from '@krapao/contract/routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalResult } from '../../lib/modal-store.ts';
import { getToken, saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { ChangePasswordModal } from './change-password-modal.tsx';
import { EditProfileModal } from './edit-profile-modal.tsx';
import { ProfileView } from './profile-view.tsx';
import { SessionsCard } from './sessions-card.tsx';

type ProfileAnswer = ResponseBody<'GET /api/account/profile'>;

let api: StubApi;
let answer: ProfileAnswer;
const onClose = vi.fn<(result?: ModalResult) => void>();

beforeEach(() => {
  onClose.mockReset();
  saveToken('t', false);
  const { profile, bankAccount } = sampleWallet();
  answer = { profile, bankAccount };
  api = stubApi({
    'GET /api/account/profile': () => answer,
    'GET /api/wallet': () => sampleWallet(),
    'GET /api/lookup/banks': [{ code: 'SCB', nameTH: 'ไทยพาณิชย์', nameEN: 'Siam Commercial' }],
    'PUT /api/account/profile': { message: 'SUCCESS' },
    'PUT /api/account/changepwd': { message: 'SUCCESS' },
    'GET /api/lookup/info': { name: 'Krapao', website: '', credential: { minimum: 8, refusesEasy: true } },
  });
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('changing the password', () => {
  const fillIn = (old: string, fresh: string, confirmation: string) => {
    type('Current password', old);
    type('New password', fresh);
    type('Confirm new password', confirmation);
  };

  beforeEach(() => {
    renderApp(<ChangePasswordModal props={undefined} onClose={onClose} />);
  });

  it.each([
    ['', 'new-password', 'new-password'],
    ['old-password', '', ''],
    ['old-password', 'new-password', ''],
  ])('sends nothing while a field is empty: %j %j %j', async (...typed) => {
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    fillIn(...typed);
    await press('Save new password');
    expect(await screen.findAllByText('Please fill this in')).not.toHaveLength(0);
    expect(api.to('PUT /api/account/changepwd')).toHaveLength(0);
  });

  it('says so when the two differ, and sends nothing', async () => {
    fillIn('old-password', 'new-password', 'new-passwore');
    expect(screen.getByText('The passwords do not match')).toBeDefined();
    await press('Save new password');
    expect(api.to('PUT /api/account/changepwd')).toHaveLength(0);
  });

  it('saves, closes and says so', async () => {
    fillIn('old-password', 'new-password', 'new-password');
    await press('Save new password');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to('PUT /api/account/changepwd')).toMatchObject([
      { body: { oldPassword: 'old-password', newPassword: 'new-password' } },
    ]);
    expect(await screen.findByText('Saved')).toBeDefined();
  });

  it('says what the new password must be, and sends none that is shorter', async () => {
    expect(await screen.findByText(/At least 8 characters. Not your phone or name/)).toBeDefined();
    fillIn('old-password', 'seven-7', 'seven-7');
    await press('Save new password');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(api.to('PUT /api/account/changepwd')).toHaveLength(0);
  });

  it('tells beside the field that the server refuses a password, until it changes', async () => {
    api.set({ 'PUT /api/account/changepwd': () => refuse(400, 'PASSWORD_EASY') });
    fillIn('old-password', 'password1', 'password1');
    await press('Save new password');
    expect(await screen.findByText(/easy to guess/)).toBeDefined();
    expect(screen.queryByRole('alertdialog', { name: 'That did not work' })).toBeNull();
    type('New password', 'password12');
    expect(screen.queryByText(/easy to guess/)).toBeNull();
  });

  it('tells of a failure in an alert, and stays open', async () => {
    api.set({ 'PUT /api/account/changepwd': () => refuse(401, 'WRONG_PASSWORD') });
    fillIn('old-password', 'new-password', 'new-password');
    await press('Save new password');
    const told = await screen.findByRole('alertdialog', { name: 'That did not work' });
    expect(told.textContent).toContain('The password is not right');
    expect(onClose).not.toHaveBeenCalled();
    expect(getToken()).toBe('t');
    fireEvent.click(within(told).getByRole('button', { name: 'OK' }));
    api.set({ 'PUT /api/account/changepwd': { message: 'SUCCESS' } });
    type('Current password', 'the-right-one');
    const save = screen.getByRole('button', { name: 'Save new password' });
    await waitFor(() => expect(save).toHaveProperty('disabled', false));
    fireEvent.click(save);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});

describe('editing the profile', () => {
  const open = async () => {
    renderApp(<EditProfileModal props={undefined} onClose={onClose} />);
    await screen.findByLabelText('Name');
  };

  it('sends the bank fields as they are while one is linked', async () => {
    await open();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(screen.queryByLabelText('Bank')).toBeNull();
    expect(screen.getByText(/^A linked bank account cannot be changed here/)).toBeDefined();
    type('Name', '  Somying  ');
    await press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ refresh: true }));
    const { bankCode, bankAccountName, bankAccountNo } = answer.profile;
    expect(api.to('PUT /api/account/profile')).toMatchObject([
      { body: { name: 'Somying', bankCode, bankAccountName, bankAccountNo } },
    ]);
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('Saved');
  });

  it('sends no empty name', async () => {
    await open();
    type('Name', '  ');
    await press('Save');
    expect(await screen.findByText('Please fill this in')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(api.to('PUT /api/account/profile')).toHaveLength(0);
  });

  it('shows the new name on the page behind it', async () => {
    api.set({
      'GET /api/account/sessions': [],
      'PUT /api/account/profile': ({ body }) => {
        const { name } = body as { name: string };
        answer = { ...answer, profile: { ...answer.profile, name } };
        return { message: 'SUCCESS' };
      },
    });
    renderApp(
      <>
        <ProfileView />
        <EditProfileModal props={undefined} onClose={onClose} />
      </>,
    );
    await screen.findByLabelText('Name');
    type('Name', 'Somying');
    await press('Save');
    expect(await screen.findByText('Somying')).toBeDefined();
  });

  it('links a bank account where there is none', async () => {
    answer = {
      ...answer,
      profile: { ...answer.profile, bankCode: '', bankAccountName: '', bankAccountNo: '' },
    };
    await open();
    await screen.findByRole('option', { name: 'Siam Commercial' });
    type('Bank', 'SCB');
    type('Account name', 'somying');
    type('Account number', '๑๒๓-4567890');
    await press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to('PUT /api/account/profile')).toMatchObject([
      { body: { name: 'Somchai', bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: '1234567890' } },
    ]);
  });
});

describe('the places one is logged in', () => {
  const at = new Date().toISOString();
  const session = (_id: string, device: string, isCurrent: boolean) => ({
    _id,
    device,
    isCurrent,
    createdAt: at,
    lastSeenAt: at,
  });

  beforeEach(async () => {
    api.set({
      'GET /api/account/sessions': [session('1', 'Chrome · Android', true), session('2', '', false)],
      'DELETE /api/account/sessions/:sessionId': { message: 'SUCCESS' },
      'DELETE /api/account/sessions': { message: 'SUCCESS' },
      'POST /api/logout': { message: 'OK' },
    });
    renderApp(<SessionsCard />);
    await screen.findByText('Chrome · Android');
  });

  it('are listed, and others can be ended', async () => {
    const [here, there] = screen.getAllByRole('listitem');
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
    expect(within(there as HTMLElement).getByText('Unknown device')).toBeDefined();
    api.set({ 'GET /api/account/sessions': [session('1', 'Chrome · Android', true)] });
    fireEvent.click(within(there as HTMLElement).getByRole('button', { name: 'Log out' }));
    await waitFor(() =>
      expect(api.to('DELETE /api/account/sessions/:sessionId')).toMatchObject([
        { path: '/api/account/sessions/2' },
      ]),
    );
    expect(await screen.findByText('That device is logged out')).toBeDefined();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('are all ended after a question, this one too', async () => {
    await press('Log out everywhere');
    const question = await screen.findByRole('alertdialog');
    expect(api.to('DELETE /api/account/sessions')).toHaveLength(0);
    fireEvent.click(within(question).getByRole('button', { name: 'Log out everywhere' }));
    await waitFor(() => expect(getToken()).toBeNull());
    expect(api.to('DELETE /api/account/sessions')).toHaveLength(1);
  });
});
