import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAllModals, isAnyModalOpen, openModal } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { noAnswer, stubApi } from '../../testing/stub-api.ts';
import { useAgreementPrompt } from './use-agreement-prompt.ts';

function Home() {
  useAgreementPrompt();
  return null;
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let login = 0;

beforeEach(() => {
  vi.useFakeTimers();
  saveToken(`login-${login++}`, false);
});

afterEach(() => {
  closeAllModals();
  vi.useRealTimers();
});

describe('the agreements on home', () => {
  it('open by themselves after a second and a half, once for each login', async () => {
    stubApi({ 'GET /api/lookup/agreements': ['<p>one</p>'] });
    const first = renderApp(<Home />);
    await after(1_499);
    expect(isAnyModalOpen()).toBe(false);
    await after(1);
    expect(isAnyModalOpen()).toBe(true);

    closeAllModals();
    first.unmount();
    const again = renderApp(<Home />);
    await after(5_000);
    expect(isAnyModalOpen()).toBe(false);

    again.unmount();
    saveToken('another login', false);
    renderApp(<Home />);
    await after(1_500);
    expect(isAnyModalOpen()).toBe(true);
  });

  it('leave nothing in the browser, so that they open again after a reload', async () => {
    stubApi({ 'GET /api/lookup/agreements': ['<p>one</p>'] });
    const kept = () => JSON.stringify([localStorage, sessionStorage]);
    const before = kept();
    renderApp(<Home />);
    await after(1_500);
    expect(isAnyModalOpen()).toBe(true);
    closeAllModals();
    expect(kept()).toBe(before);
  });

  it('stay away when they were ticked away, without even being loaded', async () => {
    localStorage.setItem('agreement', '1');
    const api = stubApi({ 'GET /api/lookup/agreements': ['<p>one</p>'] });
    renderApp(<Home />);
    await after(3_000);
    expect(isAnyModalOpen()).toBe(false);
    expect(api.calls).toHaveLength(0);
  });

  it.each<[string, string[] | typeof noAnswer]>([
    ['there are none', []],
    ['they could not be loaded', noAnswer],
  ])('stay away when %s', async (_, reply) => {
    stubApi({ 'GET /api/lookup/agreements': reply });
    renderApp(<Home />);
    await after(3_000);
    expect(isAnyModalOpen()).toBe(false);
  });

  it('do not open over something else', async () => {
    stubApi({ 'GET /api/lookup/agreements': ['<p>one</p>'] });
    void openModal('deposit');
    renderApp(<Home />);
    await after(1_500);
    closeAllModals();
    expect(isAnyModalOpen()).toBe(false);
  });
});
