import type { ResponseBody } from '@krapao/contract/routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOpenModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { ProfileView } from './profile-view.tsx';

type Profile = ResponseBody<'GET /api/account/profile'>;

let api: StubApi;

/** The view, and the names of the opened modals. */
function View() {
  const opened = useOpenModals().map(({ name }) => name);
  return (
    <>
      <ProfileView />
      <output>{opened.join()}</output>
    </>
  );
}

const answer = (bank: Partial<Profile['bankAccount']> = {}, bankCode = 'KBANK'): Profile => {
  const { profile, bankAccount } = sampleWallet();
  return { profile: { ...profile, bankCode }, bankAccount: { ...bankAccount, ...bank } };
};

/** Returns the value beside a label. */
const valueOf = (label: string): string =>
  screen.getByText(label, { selector: 'dt, dt *' }).closest('div')?.textContent?.replace(label, '') ?? '';

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({
    'GET /api/account/profile': answer(),
    'GET /api/account/sessions': [],
    'GET /api/wallet': sampleWallet(),
  });
});

describe('the profile page', () => {
  it('shows who one is, since when, and the bank by its name in the reader’s language', async () => {
    renderApp(<View />);
    await screen.findByText('66f0a1b2c3d4');
    expect(valueOf('Name')).toBe('Somchai');
    expect(valueOf('Username')).toBe('0812345678');
    expect(valueOf('Member since')).toContain('01/11/2026 12:12:33');
    expect(valueOf('Account name')).toBe('SOMCHAI JAI');
    expect(valueOf('Bank')).toBe('Kasikornbank');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each([
    ['1234567890', '123-456-7890'],
    ['123456789', '123456789'],
    ['123456789012', '123456789012'],
  ])('writes the account number %s as %s', async (bankAccountNo, shown) => {
    api.set({ 'GET /api/account/profile': answer({ bankAccountNo }) });
    renderApp(<View />);
    expect(await screen.findByText(shown)).toBeDefined();
  });

  it.each([
    ['Change password', 'change-password'],
    ['Edit profile', 'edit-profile'],
  ])('opens the modal of its own for %s', async (label, modal) => {
    renderApp(<View />);
    fireEvent.click(await screen.findByRole('button', { name: label }));
    expect(screen.getByRole('status').textContent).toBe(modal);
  });

  it('offers to write the account name in English only where the bank wants it', async () => {
    api.set({ 'GET /api/account/profile': answer({ bankAccountName: 'สมชาย ใจดี' }, 'KTB') });
    renderApp(<View />);
    fireEvent.click(await screen.findByRole('button', { name: 'Write the account name in English' }));
    expect(screen.getByRole('status').textContent).toBe('edit-name');
  });

  it.each([
    ['KBANK', 'สมชาย ใจดี'],
    ['KTB', 'SOMCHAI JAI'],
  ])('leaves the name alone at %s: %s', async (bankCode, bankAccountName) => {
    api.set({ 'GET /api/account/profile': answer({ bankAccountName }, bankCode) });
    renderApp(<View />);
    await screen.findByText(bankAccountName);
    expect(screen.queryByRole('button', { name: 'Write the account name in English' })).toBeNull();
  });

  it('says nothing of a load that failed, and can try again', async () => {
    api.set({ 'GET /api/account/profile': noAnswer });
    renderApp(<View />);
    const [retry] = await screen.findAllByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    api.set({ 'GET /api/account/profile': answer() });
    fireEvent.click(retry as HTMLElement);
    expect(await screen.findByText('66f0a1b2c3d4')).toBeDefined();
  });

  it('has the switches of language and look', async () => {
    renderApp(<View />);
    const names = (label: string) =>
      within(screen.getByRole('radiogroup', { name: label }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent);
    expect(names('Language')).toEqual(['ไทย', 'ລາວ', 'English']);
    expect(names('Theme')).toEqual(['System', 'Light', 'Dark']);
  });
});
