import type { ResponseBody } from '@krapao/contract/routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { goBack } from '../../testing/go-back.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type SentCall, type StubApi } from '../../testing/stub-api.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';
import { toasts } from '../../ui/toast-store.ts';
import { DepositModal } from './deposit-modal.tsx';
import { EMPTY_RECORD, type QrRecord } from './qr-state.ts';

type Bank = ResponseBody<'GET /api/lookup/deposit'>['banks'][number];

const NOW = new Date('2026-11-20T10:00:00.000Z');
const QR: QrRecord = {
  qrcodeId: 'qr-1',
  hasQrcode: true,
  qrcode: '<svg viewBox="0 0 2 2"><path d="M0 0h1v1H0z"></path></svg>',
  amount: 500,
  expireIn: NOW.getTime() + 15 * 60_000,
};

const bank = (bankCode: string, bankType = 'BANK', mode = 'SMS'): Bank => ({
  bank: { nameTH: bankCode, nameEN: `${bankCode} bank` },
  bankCode,
  bankType,
  mode,
  bankAccountName: 'KRAPAO CO',
  bankAccountNo: '0001234561',
  currency: 'BAHT',
});
const lookupOf = (...banks: Bank[]) => ({ banks, wallets: [], isManual: false });

/** Stub server with one QR per provider; `pay` and `close` simulate changes from outside. */
function startServer(): {
  api: StubApi;
  qr: Map<string, QrRecord>;
  pay: (amount: number, held?: number) => void;
} {
  const qr = new Map<string, QrRecord>();
  const providerOf = ({ path }: SentCall) => path.split('/').at(-1) ?? '';
  const deposits: ResponseBody<'POST /api/statement'>['statements'] = [];
  let balance = 0;
  let heldBalance = 0;
  const api = stubApi({
    'GET /api/wallet': () =>
      sampleWallet({
        wallet: { amount: balance, transit: 0, ...(heldBalance > 0 && { held: heldBalance }) },
      }),
    'GET /api/lookup/deposit': lookupOf(bank('KBANK')),
    'GET /api/qrcode/:provider': (sent) => qr.get(providerOf(sent)) ?? EMPTY_RECORD,
    'POST /api/qrcode/:provider': (sent) => {
      const created = { ...QR, amount: (sent.body as { amount: number }).amount };
      qr.clear();
      qr.set(providerOf(sent), created);
      return created;
    },
    'DELETE /api/qrcode/:qrcodeId': () => {
      qr.clear();
      return { message: 'OK' };
    },
    'POST /api/statement': () => ({ total: deposits.length, statements: deposits }),
  });
  const pay = (amount: number, held = 0) => {
    qr.clear();
    balance += amount - held;
    heldBalance += held;
    deposits.unshift({
      _id: `deposit-${deposits.length}`,
      statementType: 'deposit',
      from: 'KBANK',
      to: 'WALLET',
      amount,
      ...(held > 0 && { held }),
      status: 'SUCCESS',
      createdAt: new Date().toISOString(),
    });
  };
  return { api, qr, pay };
}

let server: ReturnType<typeof startServer>;
const onClose = vi.fn<(result?: ModalResult) => void>();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  saveToken('t', false);
  server = startServer();
  onClose.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => renderApp(<DepositModal props={undefined} onClose={onClose} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const amountField = () => screen.findByLabelText<HTMLInputElement>('Amount');
const createButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create QR code' });
const type = async (text: string) => fireEvent.change(await amountField(), { target: { value: text } });
const toastTexts = () => toasts.get().map(({ tone, text }) => [tone, text]);

async function openWithQr(leftMs = 15 * 60_000): Promise<void> {
  server.qr.set('KBANK', { ...QR, expireIn: NOW.getTime() + leftMs });
  open();
  await screen.findByRole('img', { name: 'QR code to pay ฿500.00' });
}

describe('what the modal shows', () => {
  it("begins with the member's own account and copies its number", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    stubNavigator({ clipboard: { writeText } });
    open();
    const own = await screen.findByRole('region', { name: 'Your registered account' });
    expect(own.textContent).toContain('123-456-7890');
    expect(own.textContent).toContain('Kasikornbank');
    fireEvent.click(within(own).getByRole('button', { name: 'Copy account number' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('1234567890'));
    expect(toastTexts()).toEqual([['success', 'Copied: 1234567890']]);
  });

  it('tells when to expect the credit', async () => {
    open();
    expect(await screen.findByText(/within 1 minute/)).toBeDefined();
  });

  it('says nothing of a lookup that failed, and can try again', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    server.api.set({ 'GET /api/lookup/deposit': noAnswer });
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts.get()).toEqual([]);
    server.api.set({ 'GET /api/lookup/deposit': lookupOf(bank('KBANK')) });
    fireEvent.click(retry);
    expect(await amountField()).toBeDefined();
  });

  it('shows no account that no rule covers, no empty group, and what there is after another look', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    server.api.set({ 'GET /api/lookup/deposit': lookupOf(bank('KTB'), bank('NEWPAY', 'PAYMENT')) });
    open();
    expect(await screen.findByText('There is no way to deposit right now')).toBeDefined();
    expect(screen.queryByText('Pay by QR code')).toBeNull();
    expect(console.warn).toHaveBeenCalledTimes(2);
    server.api.set({ 'GET /api/lookup/deposit': lookupOf(bank('KBANK'), bank('WW', 'PAYMENT')) });
    press('Try again');
    expect(await screen.findByRole('region', { name: 'Pay by QR code' })).toBeDefined();
  });
});

describe('asking for an amount', () => {
  it('has the shortcuts of the provider, which set the amount', async () => {
    open();
    await amountField();
    const shortcuts = within(screen.getByRole('group', { name: 'Quick amounts' }));
    expect(shortcuts.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '10',
      '20',
      '50',
      '100',
      '500',
      '1,000',
    ]);
    expect(createButton().disabled).toBe(true);
    press('50');
    expect((await amountField()).value).toBe('50');
    expect(createButton().disabled).toBe(false);
  });

  it('sends nothing under 1, and goes to the amount', async () => {
    open();
    await type('0.99');
    press('Create QR code');
    expect(document.activeElement).toBe(await amountField());
    expect(server.api.to('POST /api/qrcode/:provider')).toHaveLength(0);
  });

  it('sends no more than the provider takes, and says how much that is', async () => {
    server.api.set({ 'GET /api/lookup/deposit': lookupOf({ ...bank('KBANK'), qrMaximum: 500_000 }) });
    open();
    expect(await screen.findByText('฿1.00 to ฿500,000.00')).toBeDefined();
    await type('500000.01');
    expect(screen.getByText('The maximum is ฿500,000.00')).toBeDefined();
    expect(createButton().disabled).toBe(true);
    await type('500000');
    expect(createButton().disabled).toBe(false);
  });

  it('sends an amount in Thai digits, and no text that is not an amount', async () => {
    open();
    await type('1e3');
    expect(createButton().disabled).toBe(true);
    await type('๑,๐๐๐.๕๐');
    press('Create QR code');
    await screen.findByRole('img', { name: 'QR code to pay ฿1,000.50' });
    expect(server.api.to('POST /api/qrcode/:provider').map(({ body }) => body)).toEqual([{ amount: 1000.5 }]);
  });

  it('creates once however often it is pressed', async () => {
    open();
    await type('500');
    press('Create QR code');
    press('Create QR code');
    await screen.findByRole('img', { name: 'QR code to pay ฿500.00' });
    expect(server.api.to('POST /api/qrcode/:provider').map(({ path, body }) => [path, body])).toEqual([
      ['/api/qrcode/KBANK', { amount: 500 }],
    ]);
  });

  it('shows why there is no QR as a red toast: the text of a code, or what the server wrote', async () => {
    for (const [message, text] of [
      [
        'QR_FAIL',
        'The QR code could not be made. No money has moved. Please try again or choose another way.',
      ],
      ['Bank is closed', 'Bank is closed'],
      [
        undefined,
        'The QR code could not be made. No money has moved. Please try again or choose another way.',
      ],
    ] as const) {
      server.api.set({
        'POST /api/qrcode/:provider': { ...EMPTY_RECORD, ...(message === undefined ? {} : { message }) },
      });
      const view = open();
      await type('500');
      press('Create QR code');
      await waitFor(() => expect(toastTexts()).toEqual([['error', text]]));
      expect((await amountField()).value).toBe('500');
      expect(createButton().disabled).toBe(false);
      view.unmount();
      act(() => toasts.set([]));
    }
  });

  it('finds the QR that was made although the answer was lost', async () => {
    server.api.set({
      'POST /api/qrcode/:provider': () => {
        server.qr.set('KBANK', QR);
        return noAnswer;
      },
    });
    open();
    await type('500');
    press('Create QR code');
    expect(await screen.findByRole('img', { name: 'QR code to pay ฿500.00' })).toBeDefined();
    expect(server.api.to('POST /api/qrcode/:provider')).toHaveLength(1);
  });
});

describe('an open QR', () => {
  it('resumes with the time that is left, and counts down by the second', async () => {
    await openWithQr(62_500);
    const left = () => screen.getByRole('timer').textContent;
    expect(left()).toBe('01:03');
    await pass(1_000);
    expect(left()).toBe('01:02');
    await pass(3_000);
    expect(left()).toBe('00:59');
  });

  it('is gone at 00:00, with a word about it and the amount form, and money that comes late is noticed', async () => {
    await openWithQr(4_000);
    await pass(5_000);
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(screen.getByText(/This QR code has expired/)).toBeDefined();
    expect(await amountField()).toBeDefined();
    server.pay(500);
    await pass(6_000);
    expect(screen.getByText('The money is in your wallet')).toBeDefined();
  });

  it('is deleted by its own id on cancelling', async () => {
    await openWithQr();
    press('Cancel QR');
    expect(await amountField()).toBeDefined();
    expect(server.api.to('DELETE /api/qrcode/:qrcodeId').map(({ path }) => path)).toEqual([
      '/api/qrcode/qr-1',
    ]);
    expect(screen.queryByText(/closed|expired/)).toBeNull();
  });

  it('stays when cancelling fails, which is told', async () => {
    server.api.set({ 'DELETE /api/qrcode/:qrcodeId': refuse(500, 'INTERNAL_SERVER_ERROR') });
    await openWithQr();
    press('Cancel QR');
    await waitFor(() => expect(toastTexts()).toMatchObject([['error', expect.any(String)]]));
    expect(screen.getByRole('timer')).toBeDefined();
  });

  it('suggests a screenshot where the picture cannot be drawn', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await openWithQr();
    press('Save picture');
    await waitFor(() =>
      expect(toastTexts()).toMatchObject([['error', expect.stringContaining('screenshot')]]),
    );
  });

  it('closes the modal with a hint when the transfer is done', async () => {
    await openWithQr();
    press('I have paid');
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true });
    expect(toastTexts()).toEqual([['info', 'If your balance has not changed yet, refresh it in a moment']]);
  });

  it('is replaced by what arrived, read out, as soon as it is paid', async () => {
    await openWithQr();
    server.pay(500);
    await pass(5_000);
    expect(screen.getByText('The money is in your wallet')).toBeDefined();
    expect(screen.getByText('฿500.00 received').getAttribute('role')).toBe('status');
    expect(screen.queryByRole('timer')).toBeNull();
    press('Deposit more');
    expect(await amountField()).toBeDefined();
    expect(screen.queryByText(/This QR code is closed/)).toBeNull();
  });

  it('says that it is closed when it is gone and nothing has arrived', async () => {
    await openWithQr();
    server.qr.clear();
    await pass(4_000);
    expect(screen.getByText(/This QR code is closed/)).toBeDefined();
    expect(screen.queryByText('The money is in your wallet')).toBeNull();
  });

  it('notices money that comes late, after the QR was cancelled', async () => {
    await openWithQr();
    press('Cancel QR');
    await amountField();
    server.pay(500);
    await pass(6_000);
    expect(screen.getByText('The money is in your wallet')).toBeDefined();
  });
});

describe('money beyond a limit', () => {
  it.each([
    ['in part', 500, 200, '฿200.00'],
    ['whole', 500, 500, '฿500.00'],
  ])('that is held %s is told with its held part', async (_, amount, held, shown) => {
    await openWithQr();
    press('Cancel QR');
    await amountField();
    server.pay(amount, held);
    await pass(6_000);
    expect(screen.getByText('Your money has come in')).toBeDefined();
    expect(
      screen.getByText(`${shown} is held in “Play safely”: it cannot be played, but withdrawn`),
    ).toBeDefined();
  });
});

describe('several QR providers', () => {
  const asked = () => server.api.to('GET /api/qrcode/:provider').map(({ path }) => path.split('/').at(-1));

  beforeEach(() => {
    server.api.set({ 'GET /api/lookup/deposit': lookupOf(bank('KBANK'), bank('WW', 'PAYMENT')) });
  });

  it.each([
    ['WW', '99.99', ['100', '200', '300', '500', '1,000']],
    ['PAYTIMZ', '9.99', ['10', '50', '100', '500', '1,000']],
    ['PAYONEX', '99.99', ['100', '200', '300', '500', '1,000']],
    ['FP', '9.99', ['10', '50', '100', '500', '1,000']],
  ])(
    'opens %s when it is chosen, with its own minimum and shortcuts',
    async (provider, tooLittle, amounts) => {
      server.api.set({ 'GET /api/lookup/deposit': lookupOf(bank('KBANK'), bank(provider, 'PAYMENT')) });
      open();
      await choose(new RegExp(`${provider} bank`));
      await type(tooLittle);
      expect(createButton().disabled).toBe(true);
      const shortcuts = within(screen.getByRole('group', { name: 'Quick amounts' })).getAllByRole('button');
      expect(shortcuts.map((button) => button.textContent)).toEqual(amounts);
      press(amounts[0] ?? '');
      expect(createButton().disabled).toBe(false);
    },
  );

  it('asks again for a QR that gave way, and never shows the old one', async () => {
    server.qr.set('WW', { ...QR, amount: 100 });
    open();
    await choose(/WW bank/);
    await screen.findByRole('img', { name: 'QR code to pay ฿100.00' });
    press('All ways to pay');
    await choose(/KBANK bank/);
    await type('20');
    press('Create QR code');
    await screen.findByRole('img', { name: 'QR code to pay ฿20.00' });
    const before = asked().filter((provider) => provider === 'WW').length;

    press('All ways to pay');
    await choose(/WW bank/);
    expect(screen.queryByRole('img', { name: 'QR code to pay ฿100.00' })).toBeNull();
    await amountField();
    expect(screen.queryByRole('img', { name: 'QR code to pay ฿100.00' })).toBeNull();
    expect(asked().filter((provider) => provider === 'WW').length).toBeGreaterThan(before);
  });

  it('goes back to the list and to the row it came from, by its button or the browser’s', async () => {
    open();
    await choose(/WW bank/);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All ways to pay' }));
    press('All ways to pay');
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: /WW bank/ }));
    await choose(/WW bank/);
    await goBack();
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: /WW bank/ }));
  });
});
