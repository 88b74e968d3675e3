import type { ResponseBody } from '@krapao/contract/routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { stubUploads, type SentUpload } from '../../testing/stub-upload.ts';
import { toasts } from '../../ui/toast-store.ts';
import type { LookReply } from './qr-worker.ts';
import { SlipModal } from './slip-modal.tsx';
import type { Slip } from './slip-rules.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const REFERENCE = '014123456789ABC01234';
const SLIP_TEXT = `0041000600000101030040220${REFERENCE}5102TH9104F05E`;
const PAYMENT_TEXT = '00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF';

const slip = (part: Partial<Slip> = {}): Slip => ({
  _id: 'slip-1',
  createdAt: '2026-11-20T09:00:00.000Z',
  amount: 0,
  status: 'PENDING',
  note: '',
  link: '',
  reference: '',
  step: 'received',
  ...part,
});

/** Reply of the QR worker, null for one that does not load; the worker itself needs a browser. */
let qrReply: LookReply | null;
class StubWorker extends EventTarget {
  postMessage(): void {
    const event = qrReply ? new MessageEvent('message', { data: qrReply }) : new ErrorEvent('error');
    queueMicrotask(() => this.dispatchEvent(event));
  }

  terminate(): void {}
}

let api: StubApi;
let uploads: SentUpload[];
let slips: Slip[];
const onClose = vi.fn<(result?: ModalResult) => void>();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  vi.stubGlobal('Worker', StubWorker);
  saveToken('t', false);
  qrReply = { texts: [], sidePx: 1600 };
  slips = [];
  uploads = stubUploads();
  api = stubApi({
    'GET /api/wallet': sampleWallet(),
    'GET /api/lookup/slip': { windows: [{ from: '03:30', to: '03:40' }] },
    'POST /api/statement/slip': ({ body }) => {
      const { page, limit } = body as { page: number; limit: number };
      return { total: slips.length, slips: slips.slice((page - 1) * limit, page * limit) };
    },
  });
  onClose.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => renderApp(<SlipModal props={undefined} onClose={onClose} />);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const toastTexts = () => toasts.get().map(({ tone, text }) => [tone, text]);

async function choose(file = new File(['picture'], 'slip.jpg', { type: 'image/jpeg' })): Promise<void> {
  fireEvent.change(await screen.findByLabelText(/Choose the picture|Choose another/), {
    target: { files: [file] },
  });
}

async function send(name = 'Send slip'): Promise<SentUpload> {
  press(name);
  await waitFor(() => expect(uploads.length).toBeGreaterThan(0));
  const upload = uploads.at(-1);
  if (!upload) throw new Error('nothing was sent');
  return upload;
}

async function accept(upload: SentUpload, created: Slip): Promise<void> {
  slips.unshift(created);
  await act(async () => upload.answer(200, { message: 'OK', slip: created }));
}

describe('choosing a picture', () => {
  it('says the deadline and the daily closing hours', async () => {
    open();
    expect(await screen.findByText('Send the slip within 1 hour of the transfer')).toBeDefined();
    expect(await screen.findByText('Slip upload is closed daily 03:30–03:40')).toBeDefined();
  });

  it('takes none while slips are not taken, and says until when', async () => {
    vi.setSystemTime(new Date('2026-11-20T20:35:00.000Z'));
    open();
    expect(await screen.findByText(/closed right now.*03:40/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/Choose the picture/).disabled).toBe(true);
  });

  it('is open where the hours are not known', async () => {
    api.set({ 'GET /api/lookup/slip': noAnswer });
    open();
    expect((await screen.findByLabelText<HTMLInputElement>(/Choose the picture/)).disabled).toBe(false);
  });

  it('refuses what cannot be a slip by its type or size, or cannot be opened', async () => {
    open();
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 });
    for (const [file, text] of [
      [
        new File(['%PDF'], 'slip.pdf', { type: 'application/pdf' }),
        'Please use a JPEG, PNG, WebP or HEIC picture',
      ],
      [large, 'The file is too large. Please select file no larger than 10 MB.'],
      [
        new File(['x'], 'slip.webp', { type: 'image/webp' }),
        'This browser cannot open that picture. Please take a screenshot of the slip and choose it, or save the picture as JPEG first.',
      ],
    ] as const) {
      await choose(file);
      await waitFor(() => expect(toastTexts().at(-1)).toEqual(['error', text]));
      expect(screen.queryByText(file.name)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Send slip' })).toBeNull();
      expect(await screen.findByText('No slips yet')).toBeDefined();
    }
  });
});

describe('looking at the picture before it is sent', () => {
  it.each([
    ['no code', []],
    ['a payment code', [PAYMENT_TEXT]],
  ])('says that %s is not a slip, and sends it all the same', async (_, texts) => {
    qrReply = { texts, sidePx: 1600 };
    open();
    await choose();
    expect(await screen.findByText('This is not a slip')).toBeDefined();
    const upload = await send('Send it anyway');
    expect(upload.file.name).toBe('slip.jpg');
  });

  it('does not say of a small picture without a readable code that it is no slip', async () => {
    qrReply = { texts: [], sidePx: 480 };
    open();
    await choose();
    expect(await screen.findByText('The QR code of this slip is not clear')).toBeDefined();
  });

  it('lets go of the first picture when another is chosen that cannot be used', async () => {
    open();
    await choose();
    await screen.findByText('slip.jpg');
    await choose(new File(['%PDF'], 'slip.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(screen.queryByText('slip.jpg')).toBeNull());
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  });

  it('says that a damaged code is not clear', async () => {
    qrReply = { texts: [SLIP_TEXT.replace('F05E', 'F05F')], sidePx: 1600 };
    open();
    await choose();
    expect(await screen.findByText('The QR code of this slip is not clear')).toBeDefined();
  });

  it('shows the reference of a slip, and remembers one that was sent', async () => {
    qrReply = { texts: [SLIP_TEXT], sidePx: 1600 };
    const view = open();
    await choose();
    expect(await screen.findByText('Slip found')).toBeDefined();
    expect(screen.getByText(`Ref. ${REFERENCE}`)).toBeDefined();
    view.unmount();

    slips = [slip({ status: 'FAILED', note: 'NOT_MATCH', step: 'done', reference: REFERENCE })];
    open();
    await choose();
    expect(await screen.findByText('This slip was sent before')).toBeDefined();
    expect(screen.getByText(/Sent 20\/11\/2026 16:00:00/)).toBeDefined();
  });

  it.each([
    ['the worker fails', { failed: 'no canvas' }],
    ['the worker does not load', null],
  ])('says nothing where it cannot look: %s', async (_, reply) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    qrReply = reply;
    open();
    await choose();
    expect(await screen.findByRole('button', { name: 'Send slip' })).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Looking at the picture')).toBeNull());
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe('sending', () => {
  it('shows how far it is, and sends once however often it is pressed', async () => {
    open();
    await choose();
    await screen.findByText('This is not a slip');
    const upload = await send('Send it anyway');
    fireEvent.click(screen.getByRole('button', { name: 'Send it anyway' }));
    act(() => upload.progress(42, 100));
    expect(screen.getByLabelText<HTMLProgressElement>('Sending the slip 42%').value).toBe(42);
    expect(uploads).toHaveLength(1);
  });

  it('keeps the picture and its key when sending fails, so that a second try makes no second slip', async () => {
    open();
    await choose();
    await screen.findByText('This is not a slip');
    const first = await send('Send it anyway');
    await act(async () => first.lose());
    expect(toastTexts()).toMatchObject([['error', expect.any(String)]]);
    press('Send it anyway');
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers.get('idempotency-key')).toBe(first.headers.get('idempotency-key'));
  });

  it('goes on by itself, and only once, when it was cut off', async () => {
    open();
    await choose();
    await screen.findByText('This is not a slip');
    await act(async () => (await send('Send it anyway')).lose());
    for (const tries of [2, 3]) {
      expect(screen.getByText('Sending was cut off')).toBeDefined();
      await pass(5_000);
      expect(uploads).toHaveLength(tries);
      if (tries === 2) await act(async () => uploads[1]?.lose());
    }
    const keys = uploads.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    await accept(uploads[2]!, slip());
    expect(await screen.findByText('Checking your slip')).toBeDefined();
    await pass(10_000);
    expect(uploads).toHaveLength(3);
  });

  it('says without a network that nothing was sent and the transfer is not lost, and can be pressed again', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
    await choose();
    await screen.findByText('This is not a slip');
    press('Send it anyway');
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        ['error', expect.stringContaining('The slip was not sent. The money you transferred is not lost.')],
      ]),
    );
    expect(screen.queryByText('Sending was cut off')).toBeNull();
    online.mockReturnValue(true);
    await pass(10_000);
    expect(uploads).toHaveLength(0);
    await accept(await send('Send it anyway'), slip());
    expect(await screen.findByText('Checking your slip')).toBeDefined();
  });

  it('tells the code of a refusal as a toast', async () => {
    open();
    await choose();
    await screen.findByText('This is not a slip');
    const upload = await send('Send it anyway');
    await act(async () => upload.answer(400, { message: 'SLIP_INVALID_FILE' }));
    expect(toastTexts()).toMatchObject([['error', expect.stringMatching(/JPEG or PNG/)]]);
  });

  it('stops when the modal goes', async () => {
    const view = open();
    await choose();
    await screen.findByText('This is not a slip');
    const upload = await send('Send it anyway');
    view.unmount();
    expect(upload.aborted).toBe(true);
  });
});

describe('following a slip', () => {
  async function openSent(): Promise<void> {
    open();
    await choose();
    await screen.findByText('This is not a slip');
    await accept(await send('Send it anyway'), slip());
  }
  const current = () => document.querySelector('[aria-current="step"]')?.textContent;

  it('goes through its steps to the credit without a reload', async () => {
    await openSent();
    expect(await screen.findByText('Checking your slip')).toBeDefined();
    for (const [step, text] of [
      ['reading', 'Reading the slip'],
      ['asking', 'Asking the bank'],
      ['waiting', 'Waiting for the bank'],
    ] as const) {
      slips = [slip({ step })];
      await pass(1_500);
      expect(current()).toBe(text);
    }
    slips = [slip({ status: 'SUCCESS', step: 'done', amount: 500, reference: 'REF1' })];
    await pass(4_500);
    const status = screen.getAllByText('The money is in your wallet');
    expect(status.some((element) => element.getAttribute('role') === 'status')).toBe(true);
    expect(screen.getByText('Success')).toBeDefined();

    const asked = api.to('POST /api/statement/slip').length;
    await pass(10_000);
    expect(api.to('POST /api/statement/slip')).toHaveLength(asked);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledWith({ refresh: true });
  });

  it('says of money that is in the wallet already that it adds nothing', async () => {
    await openSent();
    slips = [slip({ status: 'SUCCESS', step: 'done', amount: 350, wasCredited: true })];
    await pass(1_500);
    const heading = screen.getByRole('heading', { name: 'The money of this slip is in your wallet already' });
    expect(heading.parentElement?.textContent).toContain('฿350.00');
    expect(heading.parentElement?.textContent).not.toContain('+');
  });

  it('says why it was refused, and takes another', async () => {
    await openSent();
    slips = [slip({ status: 'FAILED', step: 'done', note: 'DEST_ACC_INVALID' })];
    await pass(1_500);
    expect(screen.getByRole('heading', { name: 'The slip was not accepted' })).toBeDefined();
    expect(screen.getAllByText('(Wrong destination account · DEST_ACC_INVALID)')).toHaveLength(2);
    expect(screen.getByText(/did not go to an account of ours/)).toBeDefined();
    press('Send another slip');
    expect(screen.getByLabelText(/Choose the picture/)).toBeDefined();
  });
});

describe('the slips sent before', () => {
  it('has ten to a page', async () => {
    slips = Array.from({ length: 11 }, (_, n) =>
      slip({ _id: `s${n}`, status: 'SUCCESS', step: 'done', amount: n + 1, reference: `REF${n}` }),
    );
    open();
    const list = within(await screen.findByRole('region', { name: 'Slips you have sent' }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(10));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await list.findByText('Ref. REF10')).toBeDefined();
    expect(list.getByRole('listitem').textContent).toContain('฿11.00');
  });

  it('says nothing of a list that failed to load', async () => {
    api.set({ 'POST /api/statement/slip': noAnswer });
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(toasts.get()).toEqual([]);
  });

  it('opens a picture in a tab that cannot reach back: by its link, or by its reference', async () => {
    const tab = {
      opener: window,
      document: document.implementation.createHTMLDocument(),
      close: vi.fn<() => void>(),
      location: { replace: vi.fn<(url: string) => void>() },
    };
    const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const url = '/api/slip-picture/1?signature=x';
    api.set({
      'GET /api/statement/slip/reference/:reference': ({
        path,
      }): ResponseBody<'GET /api/statement/slip/reference/:reference'> => ({
        url: `${url}&of=${path.split('/').at(-1)}`,
      }),
    });
    slips = [
      slip({ _id: 'a', status: 'SUCCESS', step: 'done', link: 'https://pictures.example/1.jpg' }),
      slip({ _id: 'b', status: 'SUCCESS', step: 'done', reference: 'REF/1' }),
    ];
    open();
    const [byLink, byReference] = await screen.findAllByRole('button', {
      name: 'Open the picture of the slip',
    });
    if (!byLink || !byReference) throw new Error('two rows were expected');
    fireEvent.click(byLink);
    expect(openTab).toHaveBeenLastCalledWith('https://pictures.example/1.jpg', '_blank', 'noopener');
    fireEvent.click(byReference);
    expect(tab.opener).toBeNull();
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith(`${window.location.origin}${url}&of=REF%2F1`),
    );
  });
});
