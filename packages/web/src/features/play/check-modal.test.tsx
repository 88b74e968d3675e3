import type { ResponseBody } from '@krapao/contract/routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubReplies } from '../../testing/stub-api.ts';
import { CheckModal } from './check-modal.tsx';

const due: ResponseBody<'GET /api/protection/reality-check'> = {
  no: 3,
  everyMinutes: 60,
  isDue: true,
  from: '2026-11-20T05:00:00.000Z',
  minutes: 65,
  staked: 150,
  won: 110,
  unreported: [],
};
const answered = { ...due, no: 4, isDue: false, from: null, minutes: 0, staked: 0, won: 0 };
const collected = { code: 'PG', status: 'SUCCESS', amount: 80, message: 'OK' } as const;

const onClose = vi.fn<() => void>();

function open(replies: StubReplies) {
  const api = stubApi({
    'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ amount: 80 })] }),
    'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    'GET /api/protection/reality-check': due,
    'POST /api/protection/reality-check/answer': answered,
    ...replies,
  });
  renderApp(<CheckModal props={undefined} onClose={onClose} />);
  return api;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  saveToken('t', false);
  onClose.mockReset();
});

describe('the reality check', () => {
  it('tells time, stakes, winnings and what came of it', async () => {
    open({});
    const check = await screen.findByRole('alertdialog');
    const text = check.textContent;
    for (const figure of ['1 h 5 min', 'Since 20/11/2026 12:00', '฿150.00', '฿110.00', '-฿40.00'])
      expect(text).toContain(figure);
  });

  it('does not call stakes 0 that no provider reported', async () => {
    open({ 'GET /api/protection/reality-check': { ...due, staked: 0, won: 0, unreported: ['Betflix'] } });
    const check = await screen.findByRole('alertdialog');
    expect(check.textContent).toContain('Stakes there are not known: Betflix');
    expect(check.textContent).not.toContain('฿');
  });

  it('names those providers beside the stakes that are known', async () => {
    open({ 'GET /api/protection/reality-check': { ...due, unreported: ['Betflix'] } });
    const check = await screen.findByRole('alertdialog');
    expect(check.textContent).toContain('฿150.00');
    expect(check.textContent).toContain('Betflix');
  });

  it('is answered once, by the figures that it shows, and closes', async () => {
    const api = open({});
    await press('Keep playing');
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ refresh: true }));
    expect(api.to('POST /api/protection/reality-check/answer').map(({ body }) => body)).toEqual([
      { no: 3, minutes: 65, staked: 150, won: 110 },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('comes again, and stays, when the next one is due on the same page', async () => {
    const api = stubApi({
      'GET /api/wallet': sampleWallet(),
      'GET /api/protection/reality-check': due,
      'POST /api/protection/reality-check/answer': answered,
    });
    const opened = vi.fn<() => void>();
    function Page() {
      const [isOpen, setOpen] = useState(true);
      useEffect(() => {
        if (isOpen) opened();
      }, [isOpen]);
      if (isOpen) return <CheckModal props={undefined} onClose={() => setOpen(false)} />;
      return (
        <button type="button" onClick={() => setOpen(true)}>
          later
        </button>
      );
    }
    renderApp(<Page />);
    await press('Keep playing');
    api.set({ 'GET /api/protection/reality-check': { ...due, no: 4, minutes: 90 } });
    await press('later');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('1 h 30 min');
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it('has its heading in focus, so that a key typed at that moment presses nothing', async () => {
    open({});
    const check = await screen.findByRole('alertdialog');
    expect(document.activeElement).toBe(within(check).getByRole('heading', { name: 'Time for a look' }));
  });

  it('stays where its answer was lost, and can be put off then', async () => {
    open({ 'POST /api/protection/reality-check/answer': noAnswer });
    await screen.findByRole('alertdialog');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await press('Keep playing');
    await screen.findByText(/No connection/);
    expect(onClose).not.toHaveBeenCalled();
    await press('Close');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes when a break begins', async () => {
    const stop = { code: 'ON_BREAK', until: '2027-01-01T00:00:00.000Z' } as const;
    open({ 'GET /api/wallet': sampleWallet({ protection: { stop } }) });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('is closed by an answer from another tab', async () => {
    open({ 'GET /api/protection/reality-check': answered });
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ refresh: true }));
  });

  it('is answered by bringing all credit back, and only after it', async () => {
    const api = open({ 'POST /api/wallet/collect': { message: 'OK', results: [collected] } });
    await press('Bring all credit back and stop');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const sent = api.calls.map(({ route }) => route).filter((route) => route.startsWith('POST'));
    expect(sent).toEqual(['POST /api/wallet/collect', 'POST /api/protection/reality-check/answer']);
  });

  it('stays where it is not known whether the credit came back, and can be put off', async () => {
    const api = open({ 'POST /api/wallet/collect': refuse(503, 'SERVICE_UNAVAILABLE') });
    await press('Bring all credit back and stop');
    await press('OK');
    await screen.findByRole('button', { name: 'Close' });
    expect(api.to('POST /api/protection/reality-check/answer')).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stays where the credit of one game did not come back, and can be put off', async () => {
    const results = [collected, { ...collected, status: 'FAILED' } as const];
    const api = open({ 'POST /api/wallet/collect': { message: 'OK', results } });
    await press('Bring all credit back and stop');
    await screen.findByRole('button', { name: 'Close' });
    expect(api.to('POST /api/protection/reality-check/answer')).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });
});
