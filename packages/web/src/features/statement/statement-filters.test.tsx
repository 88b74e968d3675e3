import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { StatementList } from './statement-list.tsx';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const item = {
  _id: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a01',
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount: 20,
  status: 'SUCCESS',
  createdAt: NOW.toISOString(),
} as const;

type Asked = { search?: string; statementType?: string };

let api: StubApi;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  window.history.replaceState(null, '', '/user/statement');
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': sampleWallet({}),
    'GET /api/lookup/banks': [],
    'POST /api/statement': { total: 1, statements: [item] },
    'POST /api/statement/csv': 'Time,Type\r\n',
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastAsked = () => api.to('POST /api/statement').at(-1)?.body;
const asks = (body: object) => waitFor(() => expect(lastAsked()).toEqual({ page: 1, limit: 10, ...body }));

async function open() {
  renderApp(<StatementList />);
  await screen.findByText('KBANK', { exact: false });
}

describe('filters of the statement', () => {
  it('ask the server, stand in the address, and are undone by going back', async () => {
    await open();
    press('Deposit');
    await asks({ statementType: 'deposit' });
    expect(window.location.search).toBe('?type=deposit');
    press('Filters');
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'PENDING' } });
    await asks({ statementType: 'deposit', status: 'PENDING' });
    press('7 days');
    await asks({
      statementType: 'deposit',
      status: 'PENDING',
      since: '2026-11-14',
      until: '2026-11-20',
    });
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe('?type=deposit&status=PENDING'));
    expect(screen.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('are each let go of by their own control', async () => {
    await open();
    const types = within(screen.getByRole('group', { name: 'Type' }));
    const set = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    press('Deposit');
    await asks({ statementType: 'deposit' });
    fireEvent.click(types.getByRole('button', { name: 'All' }));
    await asks({});
    press('Filters');
    press('Filters');
    expect(screen.queryByLabelText('Status')).toBeNull();
    press('Filters');
    set('Status', 'SUCCESS');
    await asks({ status: 'SUCCESS' });
    set('Status', '');
    await asks({});
    const week = screen.getByRole('button', { name: '7 days' });
    fireEvent.click(week);
    expect(week.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(week);
    expect(week.getAttribute('aria-pressed')).toBe('false');
    await asks({});
    set('Until', '2020-01-02');
    await asks({ until: '2020-01-02' });
    set('From', '2020-01-01');
    await asks({ since: '2020-01-01', until: '2020-01-02' });
    expect(window.location.search).toBe('?since=2020-01-01&until=2020-01-02');
    press('Clear filters');
    await asks({});
    expect(window.location.search).toBe('');
  });

  it('search once the typing rests, and take no step of their own for it', async () => {
    await open();
    const steps = window.history.length;
    const field = screen.getByLabelText('Amount or reference');
    for (const value of ['2', '20', '20.5 ']) fireEvent.change(field, { target: { value } });
    await asks({ search: '20.5' });
    expect(
      api.to('POST /api/statement').filter(({ body }) => (body as Asked).search !== undefined).length,
    ).toBe(1);
    expect(window.history.length).toBe(steps);
    expect(screen.getByText('1 found')).toBeDefined();
  });

  it('say that nothing was found, and how to see everything again', async () => {
    window.history.replaceState(null, '', '/user/statement?type=bonus&q=77');
    api.set({
      'POST /api/statement': ({ body }) =>
        (body as Asked).statementType ? { total: 0, statements: [] } : { total: 1, statements: [item] },
    });
    renderApp(<StatementList />);
    await screen.findByText('No matching transactions');
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!);
    await screen.findByText('KBANK', { exact: false });
    expect(window.location.search).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Amount or reference').value).toBe('');
  });

  it('download what they let through, named by its days, with no session in an address', async () => {
    window.history.replaceState(null, '', '/user/statement?type=deposit&since=2026-11-01');
    const saved: { name: string; blob: Blob }[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push({ name: '', blob: blob as Blob });
      return 'blob:x';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.at(-1)!.name = this.download;
    });
    await open();
    press('Download CSV');
    await waitFor(() =>
      expect(saved.map(({ name }) => name)).toEqual(['statement_2026-11-01_2026-11-20.csv']),
    );
    const [sent] = api.to('POST /api/statement/csv');
    expect(sent?.body).toEqual({ statementType: 'deposit', since: '2026-11-01' });
    expect(sent?.path).toBe('/api/statement/csv');
    const bytes = new Uint8Array(await saved[0]!.blob.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'T'.charCodeAt(0)]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveProperty('disabled', false),
    );
    api.set({ 'POST /api/statement/csv': refuse(500, 'INTERNAL_SERVER_ERROR') });
    press('Download CSV');
    await waitFor(() => expect(api.to('POST /api/statement/csv')).toHaveLength(2));
    expect(saved).toHaveLength(1);
  });
});
