import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ResponseBody } from '@krapao/contract/routes';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { loadSanitizer } from '../../ui/safe-html.tsx';
import { WalletBar } from '../home/wallet-bar.tsx';
import { promisedFor } from './seen-hashes.ts';
import { SpinModal } from './spin-modal.tsx';
import { SpinPage } from './spin-page.tsx';

/**
 * Delay from rest to the prize's message; written out, so that a changed figure in the product is noticed.
 */
const POPUP_AFTER_MS = 2_000;

type Setup = ResponseBody<'GET /api/spinwheel/setup'>;

const slice = (code: string, label: string) => ({
  code,
  label,
  bgColor: '#35358f',
  textColor: '#ffffff',
  htmlDescription: `<p>About ${label}</p>`,
});
const slices = [slice('A', 'Tea'), slice('B', 'Rice'), slice('C', 'Silk'), slice('D', 'Salt')];
const setup = (changes: Partial<Setup> = {}): Setup => ({
  activeSpinwheel: { name: 'Lucky wheel', slices },
  userCoin: 2,
  nextDraw: { seedHash: 'ab', nonce: 4 },
  ...changes,
});
const won = (code: string, label: string): ResponseBody<'POST /api/spinwheel/spin'> => ({
  code,
  label,
  remainingCoin: 1,
  draw: {
    drawId: 'd1',
    seedHash: 'ab',
    serverSeed: 'cd',
    clientSeed: '',
    nonce: 4,
    weights: [],
    code,
    label,
    createdAt: '2026-11-01T05:12:33.000Z',
  },
});
const coupon = (name: string, amount = 1) => ({
  prize: { name, slice: name.toUpperCase() },
  amount,
  expiresAt: '2026-11-08T05:12:33.000Z',
  lastDrawId: 'd1',
});

/** Stubbed animations, since jsdom has none: each finishes when the test says so. */
let rest: () => void;
let turns: Keyframe[][];
let durations: number[];
let api: StubApi;
let motion: 'reduce' | 'no-preference';

// Loaded first, because fake timers would keep it from loading in time.
beforeAll(loadSanitizer);

beforeEach(() => {
  saveToken('t', false);
  turns = [];
  durations = [];
  motion = 'no-preference';
  Element.prototype.animate = (frames, options) => {
    turns.push(frames as Keyframe[]);
    durations.push((options as KeyframeAnimationOptions).duration as number);
    const finished = new Promise<void>((resolve) => (rest = resolve));
    return { finished, cancel: () => undefined } as unknown as Animation;
  };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query.includes(motion), addEventListener() {}, removeEventListener() {} }) as never,
  );
  api = stubApi({
    'GET /api/wallet': sampleWallet({ profile: { ...sampleWallet().profile, coin: 2 } }),
    'GET /api/spinwheel/active': { isActive: true },
    'GET /api/spinwheel/setup': setup(),
    'GET /api/spinwheel/coupon': [],
    'POST /api/spinwheel/spin': won('C', 'Silk'),
  });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const press = () => screen.getByRole('button', { name: /^Spin/ });
const pressSpin = async () => {
  await waitFor(() => expect(press().hasAttribute('disabled')).toBe(false));
  fireEvent.click(press());
};
const shades = () => [...document.querySelectorAll('path[class*="shade"]')];
const darkened = () => shades().map((shade) => /dark/.test(shade.getAttribute('class') ?? ''));
const atRest = async () => {
  await waitFor(() => expect(turns.length).toBeGreaterThan(0));
  await act(async () => rest());
};

describe('the wheel', () => {
  it('turns to what the server drew, darkens the others, and tells the prize 2 s after it rests', async () => {
    renderApp(<SpinPage />);
    await pressSpin();
    await waitFor(() => expect(turns).toHaveLength(1));
    // The third of four slices is at the pointer after an extra half turn.
    const toAngle = Number(/rotate\(([\d.]+)deg\)/.exec(String(turns[0]?.[1]?.['transform']))?.[1]);
    expect([1_260, 1_620]).toContain(toAngle);
    expect(durations[0]).toBeGreaterThanOrEqual(1_200);
    expect(durations[0]).toBeLessThanOrEqual(2_000);
    expect(darkened()).toEqual([false, false, false, false]);
    expect(screen.getByText('Your coins: 1')).toBeDefined();

    vi.useFakeTimers();
    await act(async () => rest());
    expect(darkened()).toEqual([true, true, false, true]);
    expect(screen.getByText('It stopped at Silk')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(POPUP_AFTER_MS - 1));
    expect(screen.queryByRole('dialog')).toBeNull();
    const loadedBefore = api.to('GET /api/spinwheel/setup').length;
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('dialog').textContent).toContain('About Silk');
    vi.useRealTimers();
    await waitFor(() => expect(api.to('GET /api/spinwheel/setup').length).toBeGreaterThan(loadedBefore));
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(darkened()).toEqual([false, false, false, false]);
  });

  it('keeps what it was promised, and the word it sent, before it hears the result', async () => {
    renderApp(<SpinPage />);
    await pressSpin();
    await waitFor(() => expect(turns).toHaveLength(1));
    const [clientSeed] = api
      .to('POST /api/spinwheel/spin')
      .map(({ body }) => (body as { clientSeed: string }).clientSeed);
    expect(clientSeed).toMatch(/^[\da-f]{32}$/);
    expect(promisedFor('66f0a1b2c3d4', 4)).toMatchObject({ seedHash: 'ab', words: [clientSeed] });
  });

  it('does not spin while it spins, nor until the prize has been seen', async () => {
    renderApp(<SpinPage />);
    await pressSpin();
    fireEvent.click(press());
    await atRest();
    fireEvent.click(press());
    expect(press().hasAttribute('disabled')).toBe(true);
    expect(api.to('POST /api/spinwheel/spin')).toHaveLength(1);
  });

  it('does not spin without a coin, and says how to get one', async () => {
    api.set({ 'GET /api/spinwheel/setup': setup({ userCoin: 0 }) });
    renderApp(<SpinPage />);
    expect(await screen.findByText(/Deposits or play earn coins/)).toBeDefined();
    fireEvent.click(press());
    expect(api.to('POST /api/spinwheel/spin')).toHaveLength(0);
  });

  it('does not turn for those who want no motion: the slice is marked at once', async () => {
    motion = 'reduce';
    renderApp(<SpinPage />);
    await pressSpin();
    expect(await screen.findByText('It stopped at Silk')).toBeDefined();
    expect(turns).toHaveLength(0);
    expect(darkened()).toEqual([true, true, false, true]);
    expect(document.querySelector<HTMLElement>('[class*="disc"]')?.style.transform).toBe('rotate(180deg)');
  });

  it('tells a prize that is not on it at once, without turning', async () => {
    api.set({ 'POST /api/spinwheel/spin': won('Z', 'Pearl') });
    renderApp(<SpinPage />);
    await pressSpin();
    expect((await screen.findByRole('dialog')).textContent).toContain('Pearl');
    expect(turns).toHaveLength(0);
  });

  it('repeats an unanswered spin under the same key', async () => {
    api.set({ 'POST /api/spinwheel/spin': noAnswer });
    renderApp(<SpinPage />);
    await pressSpin();
    expect((await screen.findByRole('alertdialog')).textContent).toContain('not cost a second coin');
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    api.set({ 'POST /api/spinwheel/spin': won('C', 'Silk') });
    await pressSpin();
    await waitFor(() => expect(turns).toHaveLength(1));
    const keys = api.to('POST /api/spinwheel/spin').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  it.each([
    ['MONEY_NOT_ENOUGH', 'Not enough coins'],
    ['BONUS_REMAINING', 'You cannot claim this prize while a bonus is active'],
  ] as const)('tells a refusal with %s in its own words, and keeps the coin', async (code, words) => {
    api.set({ 'POST /api/spinwheel/spin': refuse(409, code) });
    renderApp(<SpinPage />);
    await pressSpin();
    expect((await screen.findByRole('alertdialog')).textContent).toContain(words);
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(press().hasAttribute('disabled')).toBe(false));
    expect(screen.getByText('Your coins: 2')).toBeDefined();
    expect(turns).toHaveLength(0);
  });

  it('tells a prize that has another name by now under that name, on its slice', async () => {
    motion = 'reduce';
    api.set({ 'POST /api/spinwheel/spin': won('C', 'Velvet') });
    renderApp(<SpinPage />);
    await pressSpin();
    await screen.findByText('It stopped at Velvet');
    expect(darkened()).toEqual([true, true, false, true]);
    const popup = await screen.findByRole('dialog');
    expect(within(popup).getByRole('heading', { name: 'Velvet' })).toBeDefined();
  });

  it('over another page notes the coins that are left, and is left for the coupons or the proof', async () => {
    motion = 'reduce';
    const onClose = vi.fn<() => void>();
    const walletWith = (coin: number) => sampleWallet({ profile: { ...sampleWallet().profile, coin } });
    api.set({
      'POST /api/spinwheel/spin': () => {
        api.set({ 'GET /api/wallet': walletWith(1) });
        return won('C', 'Silk');
      },
    });
    for (const [name, path] of [
      ['My coupons', '/user/spin'],
      ['Check this result', '/user/spin/verify/d1'],
    ] as const) {
      api.set({ 'GET /api/wallet': walletWith(2) });
      const view = renderApp(
        <>
          <WalletBar />
          <SpinModal props={undefined} onClose={onClose} />
        </>,
      );
      await pressSpin();
      const popup = await screen.findByRole('dialog', { name: 'The wheel says' });
      await screen.findByRole('button', { name: 'Wheel, coins: 1', hidden: true });
      fireEvent.click(within(popup).getByRole('button', { name }));
      expect(onClose).toHaveBeenCalledOnce();
      expect(window.location.pathname).toBe(path);
      onClose.mockReset();
      view.unmount();
    }
  });

  it('is closed when there is none', async () => {
    api.set({ 'GET /api/spinwheel/setup': setup({ activeSpinwheel: null, nextDraw: null }) });
    renderApp(<SpinPage />);
    expect(await screen.findByText('The wheel is closed for now')).toBeDefined();
  });

  it('is drawn anew 500 ms after the window has its new size', async () => {
    renderApp(<SpinPage />);
    const wheel = await screen.findByRole('img', { name: /^Prize wheel: Tea, Rice/ });
    expect(wheel.style.width).toBe('350px');
    vi.useFakeTimers();
    window.innerWidth = 320;
    fireEvent(window, new Event('resize'));
    await act(() => vi.advanceTimersByTimeAsync(400));
    fireEvent(window, new Event('resize'));
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(wheel.style.width).toBe('350px');
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(wheel.style.width).toBe('272px');
    window.innerWidth = 1024;
  });
});

describe('the coupons', () => {
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);

  it('come three a page', async () => {
    api.set({ 'GET /api/spinwheel/coupon': ['Tea', 'Rice', 'Silk', 'Salt'].map((name) => coupon(name, 2)) });
    renderApp(<SpinPage />);
    await screen.findByText('Page 1 of 2');
    expect(rows()).toHaveLength(3);
    expect(rows()[0]).toMatch(/^TeaUntil 08\/11\/2026.*2/);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(rows()).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(rows()).toHaveLength(3);
  });

  it('of a prize that people hand over have no claim, but the way to ask for it', async () => {
    api.set({ 'GET /api/spinwheel/coupon': [{ ...coupon('Tea'), isHandedOver: true }] });
    renderApp(<SpinPage />);
    const row = (await screen.findByRole('rowheader', { name: /^Tea/ })).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Our team hands this prize over. There is nothing to claim.');
    expect(within(row).queryByRole('button')).toBeNull();
    expect(within(row).getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/user/contact');
  });

  it('say how many have expired, which cannot be claimed', async () => {
    const expired = { amount: 2, lastAt: '2026-11-08T05:12:33.000Z' };
    api.set({ 'GET /api/spinwheel/coupon': [{ ...coupon('Tea', 0), expiresAt: null, expired }] });
    renderApp(<SpinPage />);
    expect(await screen.findByText(/^2 expired on/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Claim Tea' })).toBeNull();
  });

  it('are claimed after a question, once for presses that are close, and everything is loaded again', async () => {
    api.set({
      'GET /api/spinwheel/coupon': [coupon('Tea', 2)],
      'POST /api/spinwheel/coupon/claim': () => {
        api.set({ 'GET /api/spinwheel/coupon': [coupon('Tea', 1)] });
        return { message: 'OK' };
      },
    });
    renderApp(<SpinPage />);
    const button = await screen.findByRole('button', { name: 'Claim Tea' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findAllByRole('alertdialog')).toHaveLength(1);
    expect(api.to('POST /api/spinwheel/coupon/claim')).toHaveLength(0);
    const walletsBefore = api.to('GET /api/wallet').length;
    const claim = screen.getByRole('button', { name: 'Claim' });
    for (let taps = 0; taps < 3; taps += 1) fireEvent.click(claim);
    await screen.findByText('Tea is yours.');
    expect(rows()[0]).toMatch(/1Claim$/);
    expect(api.to('POST /api/spinwheel/coupon/claim').map(({ body }) => body)).toEqual([{ coupon: 'TEA' }]);
    expect(api.to('GET /api/wallet').length).toBeGreaterThan(walletsBefore);
  });

  it('ask again no sooner than 500 ms after the press before', async () => {
    api.set({ 'GET /api/spinwheel/coupon': [coupon('Tea')] });
    renderApp(<SpinPage />);
    const button = await screen.findByRole('button', { name: 'Claim Tea' });
    const isAskedAt = async (nowMs: number) => {
      const now = vi.spyOn(performance, 'now').mockReturnValue(nowMs);
      fireEvent.click(button);
      now.mockRestore();
      await act(async () => undefined);
      const cancel = screen.queryByRole('button', { name: 'Cancel' });
      if (cancel) fireEvent.click(cancel);
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      return cancel !== null;
    };
    // In the past, since React uses the same clock and must not wait for it.
    const startMs = performance.now() - 2_000;
    expect(await isAskedAt(startMs)).toBe(true);
    expect(await isAskedAt(startMs + 499)).toBe(false);
    expect(await isAskedAt(startMs + 999)).toBe(true);
  });

  it('stay when the question is answered with no', async () => {
    api.set({ 'GET /api/spinwheel/coupon': [coupon('Tea')] });
    renderApp(<SpinPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Claim Tea' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.to('POST /api/spinwheel/coupon/claim')).toHaveLength(0);
  });

  it.each([
    ['BONUS_REMAINING', 409, 'while a bonus is active'],
    ['INVALID_COUPON_TYPE', 400, 'Our team hands this prize over'],
    ['COUPON_EXPIRED', 410, 'expired'],
    ['NO_CLAIMABLE_COUPON', 404, 'coupon'],
  ] as const)('tell a refusal with %s in words', async (code, status, words) => {
    api.set({
      'GET /api/spinwheel/coupon': [coupon('Tea')],
      'POST /api/spinwheel/coupon/claim': refuse(status, code),
    });
    renderApp(<SpinPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Claim Tea' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Claim' }));
    await waitFor(() =>
      expect(screen.getByRole('alertdialog').textContent?.toLowerCase()).toContain(words.toLowerCase()),
    );
  });
});
