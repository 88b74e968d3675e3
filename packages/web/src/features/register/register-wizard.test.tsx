import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { goBack } from '../../testing/go-back.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { RegisterWizard } from './register-wizard.tsx';
import { RESEND_AFTER_MS } from './submit-steps.ts';
import { REDIRECT_AFTER_MS } from './use-registration.ts';

let api: StubApi;

beforeEach(() => {
  api = stubApi({
    'GET /api/lookup/registerOTP': { registerOTP: true },
    'GET /api/lookup/info': { name: 'Krapao', website: '', credential: { minimum: 6, refusesEasy: false } },
    'GET /api/lookup/sources': [{ code: 'FB', description: 'Facebook' }],
    'GET /api/lookup/banks': [
      { code: 'KBANK', nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' },
      { code: 'KTB', nameTH: 'กรุงไทย', nameEN: 'Krungthai' },
    ],
    'POST /api/otp/send': { otpRef: 'AB12', otpToken: 'token-1', code: 'OK' },
    'POST /api/otp/verify': { code: 'OTP_CODE_VALID', message: 'OTP_CODE_VALID' },
    'POST /api/account/validate': { message: 'OK' },
    'POST /api/account': { message: 'OK' },
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

async function toPhone(): Promise<void> {
  renderApp(<RegisterWizard />);
  await screen.findByLabelText('Phone number');
}
async function toCode(): Promise<void> {
  await toPhone();
  type('Phone number', '0812345678');
  press('Send me a code');
  await screen.findByLabelText('One-time code');
}
async function toProfile(): Promise<void> {
  await toCode();
  type('One-time code', '๑๒ 34-56');
  press('Confirm');
  await screen.findByLabelText('Display name');
}
async function toBank(): Promise<void> {
  await toProfile();
  type('Display name', 'Somchai');
  type('Password', 'secret1');
  type('Confirm password', 'secret1');
  press('Next');
  await screen.findByRole('option', { name: 'Krungthai' });
}
function fillBank(): void {
  fireEvent.change(screen.getByLabelText('Bank'), { target: { value: 'KTB' } });
  type('First name', 'somchai');
  type('Last name', 'jai');
  type('Account number', '123-456-7890');
}

describe('the phone step', () => {
  it.each([
    ['081234567', 'The phone number must have 10 digits'],
    ['812345678', 'The phone number must have 10 digits'],
    ['0812345678x', 'This phone number is not valid. Please check it.'],
    ['1234567890', 'This phone number is not valid. Please check it.'],
  ])('refuses %s, which is no mobile phone', async (number, problem) => {
    await toPhone();
    type('Phone number', number);
    press('Send me a code');
    expect(await screen.findByText(problem)).toBeDefined();
    expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true');
    expect(api.to('POST /api/otp/send')).toHaveLength(0);
  });

  it('sends a number with the code of the country in its national form', async () => {
    await toPhone();
    type('Phone number', '66812345678');
    press('Send me a code');
    expect(await screen.findByText(/0812345678/)).toBeDefined();
    expect(api.to('POST /api/otp/send')[0]?.body).toEqual({ phoneNumber: '0812345678' });
  });

  it('does not open before it is known whether a code is asked for', async () => {
    api.set({ 'GET /api/lookup/registerOTP': noAnswer });
    renderApp(<RegisterWizard />);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByLabelText('Phone number')).toBeNull();
    api.set({ 'GET /api/lookup/registerOTP': { registerOTP: false } });
    fireEvent.click(retry);
    expect(await screen.findByLabelText('Phone number')).toBeDefined();
  });

  it('goes straight to the profile where no code is asked for', async () => {
    api.set({ 'GET /api/lookup/registerOTP': { registerOTP: false } });
    await toPhone();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    type('Phone number', '0812345678');
    press('Next');
    expect(await screen.findByLabelText('Display name')).toBeDefined();
    expect(api.to('POST /api/otp/send')).toHaveLength(0);
  });

  it.each([
    ['a good reply', { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' as const }],
    ['an error reply', refuse(409, 'OTP_VERIFIED')],
  ])('skips the code when %s says the phone is verified, without a toast', async (_, reply) => {
    api.set({ 'POST /api/otp/send': reply });
    await toPhone();
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    type('Phone number', '0812345678');
    press('Send me a code');
    await screen.findByLabelText('Display name');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells of a refusal by a red toast that leaves after 4 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.set({ 'POST /api/otp/send': refuse(429, 'REQUEST_LIMIT_1MIN') });
    await toPhone();
    type('Phone number', '0812345678');
    press('Send me a code');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('Please wait about 1 minute');
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the code step', () => {
  it('shows the reference and sends the digits with the token', async () => {
    await toProfile();
    expect(api.to('POST /api/otp/verify')[0]?.body).toEqual({ otpToken: 'token-1', otpCode: '123456' });
  });

  it('lets a new code be asked for after a minute, and uses the new token', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await toCode();
    expect(screen.getByText('Reference AB12')).toBeDefined();
    expect(screen.getByRole('button', { name: /Send a new code in/ })).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(RESEND_AFTER_MS + 1_000));
    api.set({ 'POST /api/otp/send': { otpRef: 'CD34', otpToken: 'token-2', code: 'OK' } });
    press('Send a new code');
    await screen.findByText('Reference CD34');
    type('One-time code', '999999');
    press('Confirm');
    await screen.findByLabelText('Display name');
    expect(api.to('POST /api/otp/verify')[0]?.body).toEqual({ otpToken: 'token-2', otpCode: '999999' });
  });

  it('is left by the back button, and found again with the code that is on its way', async () => {
    await toCode();
    await goBack();
    expect(await screen.findByLabelText('Phone number')).toHaveProperty('value', '0812345678');
    press('Send me a code');
    expect(await screen.findByText('Reference AB12')).toBeDefined();
    expect(api.to('POST /api/otp/send')).toHaveLength(1);

    press('Use another number');
    type('Phone number', '0898765432');
    press('Send me a code');
    await waitFor(() => expect(api.to('POST /api/otp/send')).toHaveLength(2));
    expect(api.to('POST /api/otp/send')[1]?.body).toEqual({ phoneNumber: '0898765432' });
  });

  it('is not come back to with a code that has been answered', async () => {
    await toProfile();
    press('Back');
    api.set({ 'POST /api/otp/send': { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' } });
    press('Send me a code');
    await screen.findByLabelText('Display name');
    expect(api.to('POST /api/otp/send')).toHaveLength(2);
  });

  it('stays when the code is wrong', async () => {
    api.set({ 'POST /api/otp/verify': refuse(400, 'OTP_CODE_INVALID') });
    await toCode();
    type('One-time code', '1');
    press('Confirm');
    expect((await screen.findByRole('alert')).textContent).toContain('That code is not right');
    expect(screen.getByLabelText('One-time code')).toBeDefined();
  });
});

describe('the profile step', () => {
  it('says what the password must be before the press, and marks one that the server refuses', async () => {
    api.set({
      'GET /api/lookup/info': { name: 'Krapao', website: '', credential: { minimum: 8, refusesEasy: true } },
    });
    await toProfile();
    await screen.findByText(/At least 8 characters. Not your phone or name/);
    type('Display name', 'Somchai');
    type('Password', 'secret1');
    type('Confirm password', 'secret1');
    const before = api.to('POST /api/account/validate').length;
    press('Next');
    await waitFor(() => expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'));
    expect(api.to('POST /api/account/validate')).toHaveLength(before);
    api.set({ 'POST /api/account/validate': refuse(400, 'PASSWORD_EASY') });
    type('Password', 'somchai1');
    type('Confirm password', 'somchai1');
    press('Next');
    expect(await screen.findByText(/easy to guess/)).toBeDefined();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByLabelText('Bank')).toBeNull();
    api.set({ 'POST /api/account/validate': { message: 'OK' } });
    type('Display name', 'Another');
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
    press('Next');
    await screen.findByRole('option', { name: 'Krungthai' });
  });

  it('comes back for a password that is made of the name of the bank account', async () => {
    await toBank();
    fillBank();
    api.set({ 'POST /api/account': refuse(400, 'PASSWORD_EASY') });
    press('Create my account');
    expect(await screen.findByText(/easy to guess/)).toBeDefined();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    api.set({ 'POST /api/account': { message: 'OK' } });
    type('Password', 'another1');
    type('Confirm password', 'another1');
    press('Next');
    await screen.findByRole('option', { name: 'Krungthai' });
    expect(screen.getByLabelText('Account number')).toHaveProperty('value', '1234567890');
    press('Create my account');
    await screen.findByText(/You are registered/);
  });

  it('shows the phone read-only and asks the server before going on', async () => {
    await toProfile();
    api.set({ 'POST /api/account/validate': refuse(409, 'EXISTING_USER') });
    expect(screen.getByLabelText('Phone number')).toHaveProperty('readOnly', true);
    type('Display name', 'Somchai');
    type('Password', 'secret1');
    type('Confirm password', 'secret1');
    press('Next');
    expect(await screen.findByText(/already registered/)).toBeDefined();
    expect(screen.queryByLabelText('Bank')).toBeNull();
    expect(api.to('POST /api/account/validate')[1]?.body).toEqual({
      name: 'Somchai',
      username: '0812345678',
      password: 'secret1',
      sourceCode: '',
      inviteCode: '',
      bankCode: '',
      bankAccountName: '',
      bankAccountNo: '',
      currency: 'BAHT',
    });
  });

  it('asks how one found us, by what the operator calls it, and sends its code', async () => {
    await toProfile();
    await screen.findByRole('option', { name: 'Facebook' });
    type('How did you find us? (optional)', 'FB');
    type('Display name', 'Somchai');
    type('Password', 'secret1');
    type('Confirm password', 'secret1');
    press('Next');
    await screen.findByLabelText('Bank');
    expect(api.to('POST /api/account/validate')[1]?.body).toMatchObject({ sourceCode: 'FB' });
  });

  it('says at its field what to do when the code of an old link is refused', async () => {
    await toProfile();
    api.set({ 'POST /api/account/validate': refuse(400, 'INVALID_USER_INFO') });
    type('Inviter code (if you have one)', 'PRold');
    type('Display name', 'Somchai');
    type('Password', 'secret1');
    type('Confirm password', 'secret1');
    press('Next');
    expect(await screen.findByText(/Nobody has this invite code/)).toBeDefined();
    expect(screen.getByLabelText(/Inviter code/).getAttribute('aria-invalid')).toBe('true');
    // The server names no field, so the app has checked the code alone.
    expect(api.to('POST /api/account/validate').at(-1)?.body).toMatchObject({
      name: '',
      inviteCode: 'PRold',
    });
    type('Inviter code (if you have one)', '');
    api.set({ 'POST /api/account/validate': { message: 'OK' } });
    press('Next');
    await screen.findByLabelText('Bank');
  });

  it('names the banks in the language in use', async () => {
    await toBank();
    const { changeLocale } = await import('../../lib/i18n/i18n.ts');
    await act(() => changeLocale('th'));
    expect(screen.getByRole('option', { name: 'กรุงไทย' })).toBeDefined();
    await act(() => changeLocale('en'));
  });

  it('stops at a name with nothing visible, and takes one with a mark of direction', async () => {
    await toProfile();
    type('Display name', '\u200b\u200b');
    type('Password', 'secret1');
    type('Confirm password', 'secret1');
    press('Next');
    expect(screen.getByLabelText('Display name').getAttribute('aria-invalid')).toBe('true');
    type('Display name', 'Somchai \u202eJai');
    press('Next');
    expect(await screen.findByLabelText('Bank')).toBeDefined();
  });

  it('stops at passwords that differ', async () => {
    await toProfile();
    type('Display name', 'Somchai');
    type('Password', 'secret1');
    type('Confirm password', 'secret2');
    press('Next');
    expect(await screen.findByText('The passwords do not match')).toBeDefined();
    expect(api.to('POST /api/account/validate')).toHaveLength(1);
  });
});

describe('the bank step', () => {
  it('stops at a name that is not English for a bank that wants one', async () => {
    await toBank();
    fillBank();
    type('First name', 'สมชาย');
    press('Create my account');
    expect(await screen.findByText('Bank account name must be in English only')).toBeDefined();
    expect(api.to('POST /api/account')).toHaveLength(0);
  });

  it('offers no choice of currency in Thailand', async () => {
    await toBank();
    expect(screen.queryByText('Currency')).toBeNull();
  });

  it('registers, says so, and opens the login page after two seconds', async () => {
    localStorage.setItem('inviteCode', 'PR9');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await toBank();
    fillBank();
    press('Create my account');
    expect((await screen.findAllByText(/You are registered/)).length).toBe(1);
    expect(api.to('POST /api/account')[0]?.body).toMatchObject({
      username: '0812345678',
      inviteCode: 'PR9',
      bankCode: 'KTB',
      bankAccountName: 'SOMCHAI JAI',
      bankAccountNo: '1234567890',
    });
    expect(localStorage.getItem('inviteCode')).toBeNull();
    expect(window.location.pathname).toBe('/');
    await act(() => vi.advanceTimersByTimeAsync(REDIRECT_AFTER_MS - 100));
    expect(window.location.pathname).toBe('/');
    const stops = history.length;
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(window.location.pathname).toBe('/login');
    // Going back must not return to the wizard.
    expect(history.length).toBe(stops);
  });

  it('goes back to the phone when its proof has lapsed', async () => {
    api.set({ 'POST /api/account': refuse(403, 'UNVERIFIED_OTP') });
    await toBank();
    fillBank();
    press('Create my account');
    expect((await screen.findByRole('alert')).textContent).toContain('verify your phone');
    expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeDefined();
  });

  it('stays where it is when the server fails, so that nothing has to be typed again', async () => {
    api.set({ 'POST /api/account': refuse(409, 'GAME_ACTIVATION_FAIL') });
    await toBank();
    fillBank();
    press('Create my account');
    await screen.findByRole('alert');
    expect(screen.getByLabelText('Account number')).toHaveProperty('value', '1234567890');
  });
});

describe('the inviter code', () => {
  it('comes from the address, replaces the one kept, and is kept itself', async () => {
    localStorage.setItem('inviteCode', 'OLD');
    window.history.replaceState(null, '', '/register?code=PR77');
    await toProfile();
    expect(screen.getByLabelText(/Inviter code/)).toHaveProperty('value', 'PR77');
    expect(localStorage.getItem('inviteCode')).toBe('PR77');
  });

  it('is taken in capitals, and out of a whole link that is pasted', async () => {
    window.history.replaceState(null, '', '/register?code=PRABC7');
    await toProfile();
    expect(screen.getByLabelText(/Inviter code/)).toHaveProperty('value', 'PRabc7');
    type('Inviter code (if you have one)', 'https://wallet.example/register?code=PRDEF8');
    expect(screen.getByLabelText(/Inviter code/)).toHaveProperty('value', 'PRdef8');
  });

  it('comes back when the wizard is opened again', async () => {
    await toProfile();
    fireEvent.change(screen.getByLabelText(/Inviter code/), { target: { value: 'PR5' } });
    await waitFor(() => expect(localStorage.getItem('inviteCode')).toBe('PR5'));
    cleanup();
    // As in another tab.
    sessionStorage.clear();
    await toProfile();
    expect(screen.getByLabelText(/Inviter code/)).toHaveProperty('value', 'PR5');
  });
});
