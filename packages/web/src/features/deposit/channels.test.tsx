import type { ResponseBody } from '@krapao/contract/routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useOpenModals, type ModalComponentProps } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { beOnInsecurePage } from '../../testing/insecure-page.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';
import { toasts } from '../../ui/toast-store.ts';
import { DepositModal } from './deposit-modal.tsx';
import { EditNameModal } from './edit-name-modal.tsx';

type Lookup = ResponseBody<'GET /api/lookup/deposit'>;
type Bank = Lookup['banks'][number];

const bank = (bankCode: string, part: Partial<Bank> = {}): Bank => ({
  bank: { nameTH: bankCode, nameEN: `${bankCode} bank` },
  bankCode,
  bankType: 'BANK',
  mode: 'AUTO',
  bankAccountName: 'KRAPAO CO',
  bankAccountNo: '0001234561',
  currency: 'BAHT',
  ...part,
});
const lookupOf = (part: Partial<Lookup>): Lookup => ({ banks: [], wallets: [], isManual: false, ...part });

let publicJwk: ResponseBody<'GET /api/lookup/truelinkKey'>;
let api: StubApi;
let wallet: ReturnType<typeof sampleWallet>;
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeAll(async () => {
  const { publicKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const { n = '', e = '' } = await exportJWK(publicKey);
  publicJwk = { kty: 'RSA', n, e, kid: 'key-1', alg: 'RSA-OAEP-256' };
});
beforeEach(() => {
  saveToken('t', false);
  wallet = sampleWallet();
  api = stubApi({
    'GET /api/wallet': () => wallet,
    'GET /api/lookup/slip': { windows: [{ from: '03:30', to: '03:40' }] },
    'GET /api/lookup/truelinkKey': () => publicJwk,
    'POST /api/statement': { total: 0, statements: [] },
  });
  writeText.mockReset().mockResolvedValue();
  stubNavigator({ clipboard: { writeText } });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The deposit modal, and the edit-name modal when it is opened by name. */
function Screen() {
  const edit = useOpenModals().find(({ name }) => name === 'edit-name');
  const props = { props: undefined, onClose: edit?.close } as ModalComponentProps<'edit-name'>;
  return (
    <>
      <DepositModal props={undefined} onClose={() => undefined} />
      {edit && <EditNameModal {...props} />}
    </>
  );
}

function open(lookup: Partial<Lookup>): void {
  api.set({ 'GET /api/lookup/deposit': lookupOf(lookup) });
  renderApp(<Screen />);
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const toastTexts = () => toasts.get().map(({ tone, text }) => [tone, text]);

describe('the list of channels', () => {
  it('has three groups and what tells their members apart', async () => {
    open({
      banks: [
        bank('SCB'),
        bank('BCEL', { bankAccountNo: '111', currency: 'LAK' }),
        bank('BCEL', { bankAccountNo: '222' }),
        bank('KBANK', { mode: 'SMS' }),
        bank('WW', { bankType: 'PAYMENT' }),
      ],
      wallets: [
        { walletAccountName: 'กระเป๋า', displayName: 'Auto purse', mode: 'AUTO' },
        { walletAccountName: 'Gift purse' },
      ],
    });
    const rowsOf = async (name: string) =>
      within(await screen.findByRole('region', { name }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(await rowsOf('Bank transfer')).toEqual([
      'SCB bank000-123-4561',
      '1. BCEL bank111 · kip',
      '2. BCEL bank222 · baht',
    ]);
    expect(await rowsOf('Pay by QR code')).toEqual(['KBANK bankFrom ฿1.00', 'WW bankFrom ฿100.00']);
    expect(await rowsOf('Digital wallet')).toEqual([
      'Auto purseTrueMoney · automatic transfer',
      'Gift purseTrueMoney · gift link',
    ]);
    const wallets = screen.getByRole('region', { name: 'Digital wallet' });
    expect(wallets.querySelectorAll('button svg.walletMark')).toHaveLength(2);
    expect(screen.getByText(/within 1 minute/)).toBeDefined();
    expect(screen.getByText(/within 1 hour/)).toBeDefined();
    expect(await screen.findByText('Slip upload is closed daily 03:30–03:40')).toBeDefined();
  });
});

describe('a bank account', () => {
  it('shows its details and copies number and name', async () => {
    open({ banks: [bank('SCB')] });
    const account = within(await screen.findByRole('region', { name: 'Transfer to this account' }));
    expect(account.getByText('000-123-4561')).toBeDefined();
    expect(screen.queryByRole('img', { name: /How to transfer/ })).toBeNull();
    fireEvent.click(account.getByRole('button', { name: 'Copy account number' }));
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('0001234561'));
    fireEvent.click(account.getByRole('button', { name: 'Copy account name' }));
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('KRAPAO CO'));
  });

  it('of BCEL is numbered, with its currency and a picture of what to do', async () => {
    open({ banks: [bank('BCEL', { currency: 'LAK' })] });
    const account = within(await screen.findByRole('region', { name: 'Transfer to this account' }));
    expect(account.getByText('1. BCEL bank')).toBeDefined();
    expect(account.getByText('Lao kip (LAK)')).toBeDefined();
    expect(screen.getByRole('img', { name: /How to transfer/ })).toBeDefined();
  });

  it('of a manual operator asks for the slip, whatever the bank', async () => {
    open({ banks: [bank('KTB')], isManual: true });
    expect(await screen.findByText(/After the transfer please send the slip/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send slip' })).toBeDefined();
  });
});

describe('an automatic wallet', () => {
  it('says the minimum, the phone it must come from, and the number to send to', async () => {
    open({ wallets: [{ walletAccountName: 'Purse', mode: 'AUTO', walletAccountNo: '0600000011' }] });
    expect(await screen.findByText('At least ฿2.00 each time')).toBeDefined();
    expect(screen.getByText(/registered phone 081-234-5678/)).toBeDefined();
    await press('Copy the wallet number');
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('0600000011'));
  });
});

describe('a gift link', () => {
  const LINK = 'https://gift.truemoney.com/campaign/?v=0123456789abcdefgh';
  const movement = (status: 'SUCCESS' | 'PENDING', amount = 50) => ({
    _id: 'm1',
    message: 'OK',
    status,
    amount,
  });
  const field = () => screen.findByLabelText<HTMLInputElement>('Gift link');
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Receive the money' });

  async function send(text = LINK): Promise<void> {
    open({ wallets: [{ walletAccountName: 'Purse', mode: 'GIFT' }] });
    fireEvent.change(await field(), { target: { value: text } });
    fireEvent.click(button());
  }

  it('needs more than blanks', async () => {
    open({ wallets: [{ walletAccountName: 'Purse' }] });
    expect((await field()).value).toBe('');
    expect(button().disabled).toBe(true);
    fireEvent.change(await field(), { target: { value: '   ' } });
    expect(button().disabled).toBe(true);
  });

  it('goes out encrypted and brings what it held', async () => {
    api.set({ 'POST /api/wallet/truelink': movement('SUCCESS', 77.25) });
    await send(`A gift from a friend ${LINK}`);
    expect(await screen.findByText('The money is in your wallet')).toBeDefined();
    expect(screen.getByText('฿77.25 received')).toBeDefined();
    const bodies = api.to('POST /api/wallet/truelink').map(({ body }) => body as { link: string });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.link.split('.')).toHaveLength(5);
  });

  it('waits where the wallet has not answered, and does not ask for the link again', async () => {
    api.set({ 'POST /api/wallet/truelink': movement('PENDING', 0) });
    await send();
    expect(await screen.findByText('Waiting for the wallet’s answer')).toBeDefined();
    await press('Send another link');
    expect((await field()).value).toBe('');
  });

  it.each([
    ['TRUELINK_INVALID', 400, /not valid or has been used/],
    ['TRUELINK_DUPLICATE', 409, /sent in already/],
    ['NO_WALLET', 404, /wallet/i],
  ] as const)('tells %s as a red toast and at the field', async (code, status, text) => {
    api.set({ 'POST /api/wallet/truelink': refuse(status, code) });
    await send();
    await waitFor(() => expect(toastTexts()).toEqual([['error', expect.stringMatching(text)]]));
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect((await field()).value).toBe(LINK);
  });

  it('admits that nobody knows when the connection is lost, and keeps the link for another try', async () => {
    api.set({ 'POST /api/wallet/truelink': noAnswer });
    await send();
    expect(await screen.findByText('The result is not known yet')).toBeDefined();
    expect(toastTexts()).toEqual([]);
    await press('Back');
    expect((await field()).value).toBe(LINK);
  });

  it('is not sent at all from a page that cannot encrypt it, and says so at the field', async () => {
    beOnInsecurePage();
    await send();
    expect(await screen.findByText(/not opened over https, so the link cannot be encrypted/)).toBeDefined();
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(api.to('POST /api/wallet/truelink')).toEqual([]);
  });

  it('is not sent at all when its key cannot be had', async () => {
    api.set({ 'GET /api/lookup/truelinkKey': noAnswer });
    await send();
    await waitFor(() => expect(toastTexts()).toMatchObject([['error', expect.any(String)]]));
    expect(api.to('POST /api/wallet/truelink')).toEqual([]);
  });
});

describe('copying with an account name that is not English', () => {
  const named = (bankCode: string, name: string) => {
    wallet = sampleWallet();
    wallet.profile = { ...wallet.profile, bankCode, bankAccountName: name };
    wallet.bankAccount = { ...wallet.bankAccount, bankAccountName: name };
  };
  const copyOwn = async () => {
    open({ banks: [bank('SCB')] });
    const own = within(await screen.findByRole('region', { name: 'Your registered account' }));
    fireEvent.click(own.getByRole('button', { name: 'Copy account number' }));
  };
  const nameField = () => screen.findByLabelText<HTMLInputElement>('Bank account name');

  it.each(['KTB', 'TMB', 'BBL'])('asks for the name first at %s, at every copy icon', async (bankCode) => {
    named(bankCode, 'สมชาย ใจดี');
    await copyOwn();
    expect(document.activeElement).toBe(await nameField());
    expect(writeText).not.toHaveBeenCalled();
    const edit = within(screen.getByRole('dialog', { name: 'Account name in English' }));
    fireEvent.click(edit.getByRole('button', { name: 'Close' }));
    const account = within(screen.getByRole('region', { name: 'Transfer to this account' }));
    fireEvent.click(account.getByRole('button', { name: 'Copy account name' }));
    expect(await nameField()).toBeDefined();
  });

  it.each([
    ['KBANK', 'สมชาย ใจดี'],
    ['KTB', 'SOMCHAI JAIDEE'],
  ])('copies at once at %s with %s', async (bankCode, name) => {
    named(bankCode, name);
    await copyOwn();
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('1234567890'));
    expect(screen.queryByLabelText('Bank account name')).toBeNull();
  });

  it('forces upper case and takes English letters and spaces only', async () => {
    named('KTB', 'สมชาย ใจดี');
    await copyOwn();
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please fill this in')).toBeDefined();
    for (const text of ['สมชาย', 'som-chai', 'som1']) {
      fireEvent.change(await nameField(), { target: { value: text } });
      expect(screen.getByText('Bank account name must be in English only')).toBeDefined();
    }
    fireEvent.change(await nameField(), { target: { value: 'somchai jai' } });
    expect((await nameField()).value).toBe('SOMCHAI JAI');
    expect(screen.queryByText('Bank account name must be in English only')).toBeNull();
    expect(api.to('PUT /api/account/bankAccountName')).toEqual([]);
  });

  it('saves, shows the new name, closes, and copies about a second later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    named('KTB', 'สมชาย ใจดี');
    api.set({
      'PUT /api/account/bankAccountName': ({ body }) => {
        named('KTB', (body as { bankAccountName: string }).bankAccountName);
        return { message: 'SUCCESS' };
      },
    });
    await copyOwn();
    fireEvent.change(await nameField(), { target: { value: 'somchai jaidee' } });
    await press('Save');
    await waitFor(() => expect(screen.queryByLabelText('Bank account name')).toBeNull());
    expect(api.to('PUT /api/account/bankAccountName').map(({ body }) => body)).toEqual([
      { bankCode: 'KTB', bankAccountName: 'SOMCHAI JAIDEE' },
    ]);
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('Saved');
    const own = screen.getByRole('region', { name: 'Your registered account', hidden: true });
    await waitFor(() => expect(own.textContent).toContain('SOMCHAI JAIDEE'));
    expect(writeText).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    expect(writeText).toHaveBeenCalledExactlyOnceWith('1234567890');
  });

  it('stays open with the reason when saving fails, and copies nothing when it is left', async () => {
    named('KTB', 'สมชาย ใจดี');
    api.set({ 'PUT /api/account/bankAccountName': refuse(400, 'BANK_ACCOUNT_NAME_ENG') });
    await copyOwn();
    fireEvent.change(await nameField(), { target: { value: 'SOMCHAI' } });
    await press('Save');
    await waitFor(() => expect(toastTexts()).toMatchObject([['error', expect.any(String)]]));
    expect(await nameField()).toBeDefined();
  });
});
