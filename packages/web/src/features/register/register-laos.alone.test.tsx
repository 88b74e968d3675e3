import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetLanguage } from '../../testing/forget-language.ts';
import { loadWordsAgain } from '../../testing/load-words-again.ts';
import { refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';

let api: StubApi;

/** The app as built with `VITE_LAOS=1`: build settings are read once, so the modules are loaded again. */
beforeEach(async () => {
  vi.stubEnv('VITE_LAOS', '1');
  vi.resetModules();
  api = stubApi({
    'GET /api/lookup/registerOTP': { registerOTP: false },
    'GET /api/lookup/sources': [],
    'GET /api/lookup/banks': [{ code: 'BCEL', nameTH: 'BCEL', nameEN: 'BCEL' }],
    'POST /api/account/validate': { message: 'OK' },
    'POST /api/account': { message: 'OK' },
  });
  await loadWordsAgain('en');
  await show();
});

async function show(): Promise<void> {
  const { renderApp } = await import('../../testing/render-app.tsx');
  const { RegisterWizard } = await import('./register-wizard.tsx');
  renderApp(<RegisterWizard />);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('registering in Laos', () => {
  it('begins in Lao', async () => {
    forgetLanguage();
    const { initialLocale } = await import('../../lib/i18n/locale.ts');
    expect(initialLocale()).toBe('la');
  });

  it('leaves the length of a number to the server, and says that it was the number', async () => {
    api.set({
      'GET /api/lookup/registerOTP': { registerOTP: true },
      'POST /api/otp/send': refuse(400, 'INVALID_USER_INFO'),
    });
    cleanup();
    await show();
    await screen.findByLabelText('Phone number');
    type('Phone number', '0812345');
    press('Send me a code');
    expect(await screen.findByText(/This phone number is not valid/)).toBeDefined();
    expect(api.to('POST /api/otp/send')[0]?.body).toEqual({ phoneNumber: '0812345' });
  });

  it('takes a Lao number and a choice of currency, kip first', async () => {
    await screen.findByLabelText('Phone number');
    type('Phone number', '02055512345');
    press('Next');
    await screen.findByLabelText('Display name');
    expect(screen.queryByLabelText(/How did you find us/)).toBeNull();
    type('Display name', 'Khamla');
    type('Password', 'secret1');
    type('Confirm password', 'secret1');
    press('Next');
    await screen.findByRole('option', { name: 'BCEL' });
    expect(screen.getByRole('radio', { name: /Kip/ })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('radio', { name: /Baht/ }));
    type('Bank', 'BCEL');
    type('First name', 'ຄຳລາ');
    type('Last name', 'ໄຊ');
    type('Account number', '0101234567');
    press('Create my account');
    await screen.findByText(/You are registered/);
    expect(api.to('POST /api/account')[0]?.body).toMatchObject({
      username: '02055512345',
      currency: 'BAHT',
      bankAccountName: 'ຄຳລາ ໄຊ',
    });
    expect(api.to('POST /api/account/validate')[0]?.body).toMatchObject({ currency: 'LAK' });
  });
});
